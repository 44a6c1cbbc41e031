package world

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"time"

	"noughts/bot/discordtest/object"
)

// An Application is a bot's account.
type Application struct {
	ID          object.Snowflake
	World       *World
	User        *User // the bot's user
	Name        string
	Description string
	Tags        []string
	Token       string             // the bot token, sent as "Authorization: Bot TOKEN"
	PublicKey   string             // in hexadecimal; bots check the signatures of interactions over HTTP with it
	Private     ed25519.PrivateKey // the private key for PublicKey
	Endpoint    string             // the URL of the interactions endpoint; "": interactions come over the gateway
	Commands    []object.Command   // the commands of all scopes
	Emojis      []object.ApplicationEmoji

	created map[object.Snowflake][]time.Time // the creation times of commands, by guild ("" for global commands)
	posted  map[string]*Message              // the messages sent with a nonce in the last few minutes, by nonce
}

// NewApplication adds a new application with its bot user. Callers hold the world's lock.
func (w *World) NewApplication(name string) *Application {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // cannot go on without randomness
	}
	id := w.spacedSnowflake()
	a := &Application{
		ID:        id,
		Token:     newBotToken(id),
		PublicKey: hex.EncodeToString(public),
		User:      w.addUser(&User{ID: id, Name: name, Bot: true}),
		World:     w,
		Name:      name,
		Private:   private,
		created:   map[object.Snowflake][]time.Time{},
	}
	w.Applications = append(w.Applications, a)
	w.tokens[a.Token] = a
	return a
}

// newBotToken returns a token in Discord's format: the id, a timestamp and a secret.
func newBotToken(id object.Snowflake) string {
	b64 := base64.RawURLEncoding
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	return b64.EncodeToString([]byte(id)) + "." + b64.EncodeToString([]byte(stamp))[:6] + "." + RandomText(27)
}

// ApplicationByToken returns the application with a bot token, or nil. The token has no "Bot " prefix.
// ApplicationByToken takes the world's lock.
func (w *World) ApplicationByToken(token string) *Application {
	w.Lock()
	defer w.Unlock()
	return w.tokens[token]
}

// Application returns the application with an id, or nil. Callers hold the world's lock.
func (w *World) Application(id object.Snowflake) *Application {
	for _, a := range w.Applications {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// Owner returns the user who owns the application. The owner's id is the application's id with one more bit set. No
// other id of this package has that bit, so the owner's id differs from the bot's. Libraries need this, because they
// store users by id.
func (a *Application) Owner() object.UserObject {
	const worker = 1 << 21
	id, _ := strconv.ParseUint(a.ID, 10, 64) // cannot fail: the id was formatted from a number
	return object.UserObject{ID: strconv.FormatUint(id|worker, 10), Username: a.Name + "-owner", Discriminator: "0"}
}

// An ApplicationObject is an application in an answer to a request by its own bot.
type ApplicationObject struct {
	ID                     object.Snowflake         `json:"id"`
	Name                   string                   `json:"name"`
	Icon                   *string                  `json:"icon"`
	Description            string                   `json:"description"`
	Type                   *int                     `json:"type"`
	Bot                    object.UserObject        `json:"bot"`
	BotPublic              bool                     `json:"bot_public"`
	BotRequireCodeGrant    bool                     `json:"bot_require_code_grant"`
	VerifyKey              string                   `json:"verify_key"`
	Flags                  int                      `json:"flags"`
	FlagsNew               string                   `json:"flags_new"`
	RedirectURIs           []string                 `json:"redirect_uris"`
	InteractionsEndpoint   *string                  `json:"interactions_endpoint_url"`
	RoleConnectionsURL     *string                  `json:"role_connections_verification_url"`
	Owner                  object.UserObject        `json:"owner"`
	GuildCount             int                      `json:"approximate_guild_count"`
	UserInstalls           int                      `json:"approximate_user_install_count"`
	UserAuthorizations     int                      `json:"approximate_user_authorization_count"`
	ExplicitContentFilter  int                      `json:"explicit_content_filter"`
	Team                   *string                  `json:"team"`
	IntegrationTypesConfig map[string]installConfig `json:"integration_types_config"`
	OAuth2Scopes           []string                 `json:"eligible_oauth2_scopes"`
	Tags                   []string                 `json:"tags,omitempty"`
}

// An installConfig says how an application may be installed.
type installConfig struct{}

// Object returns the application in the form of GET /applications/@me. Callers hold the world's lock.
func (a *Application) Object() ApplicationObject {
	o := ApplicationObject{
		ID: a.ID, Name: a.Name, Description: a.Description, Tags: a.Tags, Bot: a.User.Object(), BotPublic: true,
		VerifyKey: a.PublicKey, FlagsNew: "0", RedirectURIs: []string{},
		Owner:                  a.Owner(),
		IntegrationTypesConfig: map[string]installConfig{"0": {}, "1": {}},
		OAuth2Scopes:           []string{"bot", "applications.commands"},
	}
	if a.Endpoint != "" {
		address := a.Endpoint
		o.InteractionsEndpoint = &address
	}
	for _, g := range a.World.Guilds {
		if g.Has(a) {
			o.GuildCount++
		}
	}
	for _, u := range a.World.Users {
		if u.Installed[a] {
			o.UserInstalls++
		}
	}
	return o
}

// An ApplicationStub has the fields of the application in READY.
type ApplicationStub struct {
	ID    object.Snowflake `json:"id"`
	Flags int              `json:"flags"`
}

// ApplicationStub returns the application's fields for READY. It takes the world's lock.
func (w *World) ApplicationStub(a *Application) ApplicationStub {
	w.Lock()
	defer w.Unlock()
	return ApplicationStub{ID: a.ID}
}
