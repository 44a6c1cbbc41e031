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

// A World is the whole state of a Discord except its connections and interactions. Its lock guards
// everything in the world.
type World struct {
	// Set before the world is used, and then never changed.
	Locale       string       // the locale of new users and guilds, such as "en-US"
	Reading      *form.Reader // replaces the bots' texts before members see them; nil: members see the original texts
	FileHost     FileHost
	MessageLimit int // the most messages that a channel keeps

	mu     sync.Mutex
	lastID uint64 // the greatest id so far

	Applications []*Application // the oldest first
	Guilds       map[object.Snowflake]*Guild
	Channels     map[object.Snowflake]*Channel // including threads, direct and group messages
	Users        map[object.Snowflake]*User    // including bots
	tokens       map[string]*Application
	direct       map[[2]object.Snowflake]*Channel // by the ids of both users, the older id first
	files        []keptFile                       // the oldest first
	fileBytes    int                              // the total size of files
}

// New returns an empty world.
func New() *World {
	return &World{
		Locale:       "en-US",
		MessageLimit: messageLimit,
		tokens:       map[string]*Application{},
		Guilds:       map[object.Snowflake]*Guild{},
		Channels:     map[object.Snowflake]*Channel{},
		direct:       map[[2]object.Snowflake]*Channel{},
		Users:        map[object.Snowflake]*User{},
	}
}

// Lock takes the world's lock.
func (w *World) Lock() { w.mu.Lock() }

// Unlock releases the world's lock.
func (w *World) Unlock() { w.mu.Unlock() }

// Epoch is the first millisecond that a snowflake can express: 2015-01-01.
const Epoch = 1420070400000

// Snowflake returns a new id. It is greater than all earlier ids. Callers hold the world's lock.
//
// The clock of a synctest bubble starts before the epoch. In a bubble, ids count from 1970 instead,
// so that they are positive and grow with time.
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

// spacedSnowflake returns a new id with a millisecond of its own. A guild's shard follows from the millisecond in
// its id, so guilds that are created at the same time are spread over the shards. Callers hold the world's lock.
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
