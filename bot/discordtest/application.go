package discordtest

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/object"
)

// An Application is a bot's account. The methods of gateway.Bot control and inspect its gateway connections.
type Application struct {
	*gateway.Bot

	ID        Snowflake
	Token     string // for the header "Authorization: Bot TOKEN"
	PublicKey string // in hex; endpoints verify the signatures of interactions over HTTP with this key
	User      *User  // the bot's user

	server   *Server
	name     string
	private  ed25519.PrivateKey // the private key for PublicKey
	endpoint string             // the URL of the interactions endpoint; "": interactions come over the gateway
	commands []Command          // the commands of all scopes
	emojis   []object.ApplicationEmoji
	created  map[Snowflake][]time.Time // the creation times of commands, by guild ("" for global commands)
	posted   map[string]*sentMessage   // the messages sent with a nonce in the last few minutes, by nonce
}

// NewApplication creates an application with its bot user.
func (s *Server) NewApplication(name string) *Application {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // cannot go on without randomness
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.spacedSnowflake()
	a := &Application{
		ID: id, Bot: s.gateway.NewBot(), Token: newBotToken(id), PublicKey: hex.EncodeToString(public),
		User: s.addUser(&User{ID: id, name: name, Bot: true}), server: s, name: name, private: private,
		created: map[Snowflake][]time.Time{}, posted: map[string]*sentMessage{},
	}
	s.applications = append(s.applications, a)
	s.tokens[a.Token] = a
	return a
}

func newBotToken(id Snowflake) string {
	b64 := base64.RawURLEncoding
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	return b64.EncodeToString([]byte(id)) + "." + b64.EncodeToString([]byte(stamp))[:6] + "." + randomText(27)
}

// InstallFor installs the application for a user, who can then use it anywhere.
func (a *Application) InstallFor(u *User) {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	u.installed[a] = true
}

// UninstallFor reverses InstallFor.
func (a *Application) UninstallFor(u *User) {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	delete(u.installed, a)
}

// Inject injects a fault. A fault of the gateway strikes at once; any other strikes the next events or requests that it
// fits. Errors: ErrFault if it is invalid, ErrNotConnected if it is one of the gateway and there is no open connection.
func (a *Application) Inject(f Fault) (*Injection, error) {
	if f.Route != "" && !a.server.api.hasRoute(f.Route) {
		return nil, fmt.Errorf("%w: no route %q", ErrFault, f.Route)
	}
	return a.Bot.Inject(f)
}

func (s *Server) login(token string) *gateway.Bot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.tokens[token]; a != nil {
		return a.Bot
	}
	return nil
}

func (s *Server) ready(b *gateway.Bot) gateway.Ready {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.applications, func(a *Application) bool { return a.Bot == b })
	a := s.applications[i]
	ready := gateway.Ready{User: a.currentUser(), Application: map[string]any{"id": a.ID, "flags": 0}, Guilds: []gateway.GuildStub{}}
	for id, g := range s.guilds {
		if g.has(a) {
			ready.Guilds = append(ready.Guilds, gateway.GuildStub{ID: id, Unavailable: true})
		}
	}
	slices.SortFunc(ready.Guilds, func(a, b gateway.GuildStub) int { return strings.Compare(a.ID, b.ID) })
	return ready
}

func (s *Server) application(id Snowflake) *Application {
	i := slices.IndexFunc(s.applications, func(a *Application) bool { return a.ID == id })
	if i < 0 {
		return nil
	}
	return s.applications[i]
}

// owner returns the user who owns the application. The id is the application's with one more bit, which no other id
// here has.
func (a *Application) owner() object.UserObject {
	const worker = 1 << 21
	id, _ := strconv.ParseUint(a.ID, 10, 64) // cannot fail: the id was formatted from a number
	return object.UserObject{ID: strconv.FormatUint(id|worker, 10), Username: a.name + "-owner", Discriminator: "0"}
}

// EnableActivities adds the Entry Point command that Discord creates when the owner enables Activities in the portal.
func (a *Application) EnableActivities() {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	launch := Command{Type: object.CommandEntry, Name: "Launch", IntegrationTypes: []int{0, 1}, Handler: 2}
	a.setCommands("", append(a.commandsOf(""), a.newCommand(launch)))
}

// Commands returns the application's global commands, and those in a guild unless it is "".
func (a *Application) Commands(guild Snowflake) []Command {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	out := a.commandsOf("")
	if guild != "" {
		out = append(out, a.commandsOf(guild)...)
	}
	return out
}

func (a *Application) commandsOf(guild Snowflake) []Command {
	return slices.DeleteFunc(append([]Command{}, a.commands...), func(c Command) bool { return c.GuildID != guild })
}

func (a *Application) setCommands(guild Snowflake, commands []Command) {
	others := slices.DeleteFunc(slices.Clone(a.commands), func(c Command) bool { return c.GuildID == guild })
	a.commands = append(others, commands...)
}

// newCommand returns the command with a new id and version. setCommands stores it.
func (a *Application) newCommand(c Command) Command {
	c.ID, c.Version, c.ApplicationID = a.server.snowflake(), a.server.snowflake(), a.ID
	return c
}

// changedCommand returns c with the id of the command `old`, and with a new version if they differ.
func (a *Application) changedCommand(old, c Command) Command {
	c.ID, c.Version, c.ApplicationID = old.ID, old.Version, old.ApplicationID
	if !reflect.DeepEqual(old, c) {
		c.Version = a.server.snowflake()
	}
	return c
}

// maxCreations is the most commands that an application may create in a day in one guild, or globally.
const maxCreations = 200

// countCreations counts n new commands of a scope. It returns an error and counts none if there would be too many in 24
// hours.
func (a *Application) countCreations(guild Snowflake, n int) error {
	now := time.Now()
	recent := slices.DeleteFunc(a.created[guild], func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	a.created[guild] = recent
	if len(recent)+n > maxCreations {
		return form.Refuse(http.StatusBadRequest, 30034, "Maximum number of daily application command creates has been reached (200)")
	}
	for range n {
		a.created[guild] = append(a.created[guild], now)
	}
	return nil
}

// Emojis returns the application's own emojis in the order of their creation.
func (a *Application) Emojis() []Emoji {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	out := make([]Emoji, len(a.emojis))
	for i, e := range a.emojis {
		out[i] = Emoji{ID: e.ID, Name: e.Name, Animated: e.Animated}
	}
	return out
}

// onePixel is the smallest picture: one transparent pixel.
const onePixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

// AddEmoji adds an emoji with a transparent picture, as if a team member had done so in the portal, and returns its id.
// [WithEmojiLimit] does not apply.
func (a *Application) AddEmoji(by *User, name string) Snowflake {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	return a.addEmoji(name, by, object.Picture{ContentType: "image/gif", Data: []byte(onePixel)}).ID
}

func (a *Application) addEmoji(name string, by *User, image object.Picture) object.ApplicationEmoji {
	e := object.ApplicationEmoji{
		ID: a.server.snowflake(), Name: name, User: by.object(), Roles: []Snowflake{}, RequireColons: true, Available: true,
		Animated: image.ContentType == "image/gif", Image: image,
	}
	a.emojis = append(a.emojis, e)
	return e
}

// EmojiImage returns the content type and picture of an emoji, or false. The caller must not change `data`.
func (a *Application) EmojiImage(id Snowflake) (contentType string, data []byte, ok bool) {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	i := a.emoji(id)
	if i < 0 {
		return "", nil, false
	}
	image := a.emojis[i].Image
	return image.ContentType, image.Data, true
}

func (a *Application) emoji(id Snowflake) int {
	return slices.IndexFunc(a.emojis, func(e object.ApplicationEmoji) bool { return e.ID == id })
}

const applicationDefaults = `{"icon":null,"type":null,"bot_public":true,"bot_require_code_grant":false,"flags":0,
	"flags_new":"0","redirect_uris":[],"role_connections_verification_url":null,"approximate_user_authorization_count":0,
	"explicit_content_filter":0,"team":null,"integration_types_config":{"0":{},"1":{}},
	"eligible_oauth2_scopes":["bot","applications.commands"]}`

func (a *Application) object() map[string]any {
	guilds, users := 0, 0
	for _, g := range a.server.guilds {
		if g.has(a) {
			guilds++
		}
	}
	for _, u := range a.server.users {
		if u.installed[a] {
			users++
		}
	}
	return withDefaults(applicationDefaults, map[string]any{
		"id": a.ID, "name": a.name, "description": "", "bot": a.User.object(), "verify_key": a.PublicKey,
		"owner": a.owner(), "interactions_endpoint_url": object.OrNull(a.endpoint),
		"approximate_guild_count": guilds, "approximate_user_install_count": users,
	})
}
