package world

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"slices"
	"strconv"
	"time"

	"noughts/bot/discordtest/object"
)

// An Application is a bot's account.
type Application struct {
	ID        object.Snowflake
	Token     string // for "Authorization: Bot TOKEN"
	PublicKey string // hex, for interactions over HTTP
	User      *User  // the bot's user

	World   *World
	Name    string
	Private ed25519.PrivateKey

	Description string
	Tags        []string
	Endpoint    string // where interactions go by HTTP, "" for the gateway
	Commands    []object.Command
	Emojis      []object.ApplicationEmoji
	created     map[object.Snowflake][]time.Time // when commands were created, by guild ("": global)
	posted      map[string]*Message              // the messages of the last minutes by their nonces
	allowed     object.Intents                   // privileged ones: see AllowIntents
}

// newBotToken makes a token of the familiar form: the id, a time, a secret.
func newBotToken(id object.Snowflake) string {
	b64 := base64.RawURLEncoding
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	return b64.EncodeToString([]byte(id)) + "." + b64.EncodeToString([]byte(stamp))[:6] + "." + RandomText(27)
}

// RandomText returns n characters that nobody can guess.
func RandomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(raw)[:n]
}

// ApplicationByToken returns the application of a bot token, without the
// "Bot " before it, or nil.
func (w *World) ApplicationByToken(token string) *Application {
	w.Lock()
	defer w.Unlock()
	return w.tokens[token]
}

// Application returns the application of an id, or nil. Callers hold the world's lock.
func (w *World) Application(id object.Snowflake) *Application {
	for _, a := range w.Applications {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// A Guild is a server in Discord's everyday sense.
type Guild struct {
	ID   object.Snowflake
	Name string

	World    *World
	Locale   string
	Channels []*Channel
	Members  []*Member
	byUser   map[*User]*Member
	Roles    []*Role // @everyone first
	Everyone *Role
	Owner    *User // nil: somebody whom nobody meets
}

// A Member is a user's place in a guild.
type Member struct {
	Guild   *Guild
	User    *User
	Joined  time.Time
	Nick    string    // "" without one
	Roles   []*Role   // but for @everyone
	Timeout time.Time // until when the member must be silent
}

// Remove takes a user out of the guild and tells of it. Callers hold the world's
// lock.
func (g *Guild) Remove(u *User) {
	if g.Member(u) == nil {
		return
	}
	g.Members = slices.DeleteFunc(g.Members, func(m *Member) bool { return m.User == u })
	delete(g.byUser, u)
	g.tellLeave(u)
}

// Member returns the user's membership, or nil. Callers hold the world's lock.
func (g *Guild) Member(u *User) *Member { return g.byUser[u] }

// Has says whether the application's bot is in the guild. Callers hold the world's lock.
func (g *Guild) Has(a *Application) bool { return g.Member(a.User) != nil }

// A User is a person or a bot.
type User struct {
	ID   object.Snowflake
	Name string
	Bot  bool

	World        *World
	Locale       string
	Avatar       string                // the hash of the picture, "" without one
	Installed    map[*Application]bool // for this user, beside guilds
	NSFWCommands bool                  // whether age-restricted ones are wanted in direct messages
}

// addUser enters a new user. Callers hold the world's lock.
func (w *World) addUser(u *User) *User {
	u.World, u.Locale, u.Installed = w, w.Locale, map[*Application]bool{}
	w.Users[u.ID] = u
	return u
}
