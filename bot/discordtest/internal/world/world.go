package world

import (
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"sync"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// A World is the whole state of a Discord except connections and interactions. Its lock guards it and
// everything in it.
type World struct {
	// These are set before the world is used and do not change.
	Locale       string       // of new users and guilds, such as "en-US"
	Reading      *form.Reader // replaces the texts of bots for their readers, nil for none
	Events       Sink
	FileHost     FileHost
	MessageLimit int // how many messages each channel keeps

	mu     sync.Mutex
	after  []func() // what Unlock does
	lastID uint64   // of Snowflake

	Applications []*Application // oldest first
	Guilds       map[object.Snowflake]*Guild
	Channels     map[object.Snowflake]*Channel // threads, direct and group messages included
	Users        map[object.Snowflake]*User    // bots included
	Webhooks     map[object.Snowflake]*Webhook
	tokens       map[string]*Application
	direct       map[[2]object.Snowflake]*Channel // direct messages, by both users, the older first
	invites      []*Invite                        // oldest first
	files        []keptFile                       // oldest first
	fileBytes    int                              // how large files are together
}

// New returns a world with nothing in it.
func New() *World {
	return &World{
		Locale:       "en-US",
		MessageLimit: messageLimit,
		tokens:       map[string]*Application{},
		Guilds:       map[object.Snowflake]*Guild{},
		Channels:     map[object.Snowflake]*Channel{},
		direct:       map[[2]object.Snowflake]*Channel{},
		Users:        map[object.Snowflake]*User{},
		Webhooks:     map[object.Snowflake]*Webhook{},
	}
}

// Lock takes the world's lock.
func (w *World) Lock() { w.mu.Lock() }

// Unlock releases the world's lock and then runs the postponed functions.
func (w *World) Unlock() {
	after := w.after
	w.after = nil
	w.mu.Unlock()
	for _, do := range after {
		do()
	}
}

// later postpones a function until the world's lock, which callers hold, is free.
func (w *World) later(do func()) { w.after = append(w.after, do) }

// Epoch is the first millisecond that a snowflake can express: 2015-01-01.
const Epoch = 1420070400000

// Snowflake returns a new id, greater than all before it. Callers hold the world's lock.
//
// The clock of a synctest bubble starts before the epoch; ids count from 1970 there, so that they are positive
// and grow with time.
func (w *World) Snowflake() object.Snowflake {
	ms := time.Now().UnixMilli()
	if ms >= Epoch {
		ms -= Epoch
	}
	id := uint64(ms) << 22
	if id <= w.lastID {
		id = w.lastID + 1
	}
	w.lastID = id
	return strconv.FormatUint(id, 10)
}

// spacedSnowflake returns a new id with a millisecond of its own, so that things created at once are spread
// over shards. Callers hold the world's lock.
func (w *World) spacedSnowflake() object.Snowflake {
	w.lastID = (w.lastID>>22 + 1) << 22
	return w.Snowflake()
}

// RandomText returns n random characters that cannot be guessed.
func RandomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(raw)[:n]
}
