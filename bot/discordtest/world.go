package discordtest

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"time"
)

// An Application is a bot's account.
type Application struct {
	ID        Snowflake
	Token     string // for "Authorization: Bot TOKEN"
	PublicKey string // hex, for interactions over HTTP
	User      *User  // the bot's user

	world   *world
	name    string
	private ed25519.PrivateKey

	description string
	tags        []string
	endpoint    string // where interactions go by HTTP, "" for the gateway
	commands    []Command
	emojis      []emojiObject
	created     map[Snowflake][]time.Time // when commands were created, by guild ("" global)
	posted      map[string]*message       // the messages of the last minutes by their nonces
	allowed     Intents                   // privileged ones: see AllowIntents
}

// NewApplication creates an application with its bot user.
func (w *world) NewApplication(name string) *Application {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // the system has no randomness: nothing can be done
	}
	w.Lock()
	defer w.Unlock()
	id := w.spacedSnowflake()
	a := &Application{
		ID:        id,
		Token:     newBotToken(id),
		PublicKey: hex.EncodeToString(public),
		User:      w.addUser(&User{ID: id, Name: name, Bot: true}),
		world:     w,
		name:      name,
		private:   private,
		created:   map[Snowflake][]time.Time{},
	}
	w.applications = append(w.applications, a)
	w.tokens[a.Token] = a
	return a
}

// newBotToken makes a token of the familiar form: the id, a time, a secret.
func newBotToken(id Snowflake) string {
	b64 := base64.RawURLEncoding
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	return b64.EncodeToString([]byte(id)) + "." + b64.EncodeToString([]byte(stamp))[:6] + "." + randomText(27)
}

// randomText returns n characters that nobody can guess.
func randomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(raw)[:n]
}

// applicationByToken returns the application of a bot token, without the
// "Bot " before it, or nil.
func (w *world) applicationByToken(token string) *Application {
	w.Lock()
	defer w.Unlock()
	return w.tokens[token]
}

// application returns the application of an id, or nil. Callers hold s.mu.
func (w *world) application(id Snowflake) *Application {
	for _, a := range w.applications {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// InstallFor installs the application for a user, who can then use it anywhere.
func (a *Application) InstallFor(u *User) {
	a.world.Lock()
	defer a.world.Unlock()
	u.installed[a] = true
}

// Commands returns the global commands and those of a guild ("" for none).
func (a *Application) Commands(guild Snowflake) []Command {
	a.world.Lock()
	defer a.world.Unlock()
	var out []Command
	for _, c := range a.commands {
		if c.GuildID == "" || c.GuildID == guild {
			out = append(out, c)
		}
	}
	return out
}

// UninstallFor takes back InstallFor.
func (a *Application) UninstallFor(u *User) {
	a.world.Lock()
	defer a.world.Unlock()
	delete(u.installed, a)
}

// A Guild is a server in Discord's everyday sense.
type Guild struct {
	ID   Snowflake
	Name string

	world    *world
	locale   string
	channels []*Channel
	members  []*member
	byUser   map[*User]*member
	roles    []*Role // @everyone first
	everyone *Role
	owner    *User // nil: somebody whom nobody meets
}

// A member is a user's place in a guild.
type member struct {
	guild   *Guild
	user    *User
	joined  time.Time
	nick    string    // "" without one
	roles   []*Role   // but for @everyone
	timeout time.Time // until when the member must be silent
}

// NewGuild creates a guild, with the locale en-US unless the server has another.
func (w *world) NewGuild(name string) *Guild {
	w.Lock()
	defer w.Unlock()
	g := &Guild{ID: w.spacedSnowflake(), Name: name, world: w, locale: w.locale, byUser: map[*User]*member{}}
	g.everyone = &Role{ID: g.ID, Name: "@everyone", guild: g, permissions: permissionsEveryone}
	g.roles = []*Role{g.everyone}
	w.guilds[g.ID] = g
	return g
}

// Locale returns the guild's preferred language, such as "en-US".
func (g *Guild) Locale() string {
	g.world.Lock()
	defer g.world.Unlock()
	return g.locale
}

// SetLocale sets the guild's preferred language, such as "de".
func (g *Guild) SetLocale(locale string) {
	g.world.Lock()
	defer g.world.Unlock()
	g.locale = locale
}

// NewChannel creates a text channel.
func (g *Guild) NewChannel(name string) *Channel {
	g.world.Lock()
	defer g.world.Unlock()
	c := g.world.addChannel(&Channel{Name: name, Guild: g, position: len(g.channels)})
	g.channels = append(g.channels, c)
	return c
}

// Channels returns the guild's channels in order.
func (g *Guild) Channels() []*Channel {
	g.world.Lock()
	defer g.world.Unlock()
	return slices.Clone(g.channels)
}

// Add makes users members, and Remove ends it. Bots with the privileged intent
// hear of both.
func (g *Guild) Add(users ...*User) {
	g.world.Lock()
	var tell []func()
	for _, u := range users {
		if g.member(u) == nil {
			m := &member{guild: g, user: u, joined: time.Now()}
			g.byUser[u] = m
			g.members = append(g.members, m)
			tell = append(tell, m.tellingJoin())
		}
	}
	g.world.Unlock()
	for _, t := range tell {
		t()
	}
}

// Remove takes a user out of the guild: they were kicked, or have left by
// themselves, which bots cannot tell apart.
func (g *Guild) Remove(u *User) {
	g.world.Lock()
	tell := g.remove(u)
	g.world.Unlock()
	tell()
}

// remove takes a user out of the guild and returns what tells of it. Callers
// hold s.mu.
func (g *Guild) remove(u *User) (tell func()) {
	if g.member(u) == nil {
		return func() {}
	}
	g.members = slices.DeleteFunc(g.members, func(m *member) bool { return m.user == u })
	delete(g.byUser, u)
	return g.tellingLeave(u)
}

// Members returns the guild's users in the order they joined, bots included.
func (g *Guild) Members() []*User {
	g.world.Lock()
	defer g.world.Unlock()
	users := make([]*User, len(g.members))
	for i, m := range g.members {
		users[i] = m.user
	}
	return users
}

// Install adds an application's bot to the guild.
func (g *Guild) Install(a *Application) {
	g.Add(a.User)
	g.joined(a)
}

// member returns the user's membership, or nil. Callers hold s.mu.
func (g *Guild) member(u *User) *member { return g.byUser[u] }

// has says whether the application's bot is in the guild. Callers hold s.mu.
func (g *Guild) has(a *Application) bool { return g.member(a.User) != nil }

// A User is a person or a bot.
type User struct {
	ID   Snowflake
	Name string
	Bot  bool

	world        *world
	locale       string
	avatar       string                // the hash of the picture, "" without one
	installed    map[*Application]bool // for this user, beside guilds
	nsfwCommands bool                  // whether age-restricted ones are wanted in direct messages
}

// NewUser creates a person, with the locale en-US unless the server has another.
func (w *world) NewUser(name string) *User {
	w.Lock()
	defer w.Unlock()
	return w.addUser(&User{ID: w.snowflake(), Name: name})
}

// addUser enters a new user. Callers hold s.mu.
func (w *world) addUser(u *User) *User {
	u.world, u.locale, u.installed = w, w.locale, map[*Application]bool{}
	w.users[u.ID] = u
	return u
}

// Locale returns the language of the user's client, such as "en-US".
func (u *User) Locale() string {
	u.world.Lock()
	defer u.world.Unlock()
	return u.locale
}

// SetLocale sets the language of the user's client.
func (u *User) SetLocale(locale string) {
	u.world.Lock()
	defer u.world.Unlock()
	u.locale = locale
}
