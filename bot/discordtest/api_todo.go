package discordtest

// TEMPORARY signatures so that the other rooms compile; the authors of this
// package replace this file. Unexported fields are theirs to choose.

import (
	"context"
	"errors"
	"log/slog"
	"net"
)

// A Server is a whole Discord. The zero Server is not usable: see NewServer.
type Server struct{}

// An Option configures a Server.
type Option func(*Server)

// WithLogger makes the server log what it refuses and why.
func WithLogger(l *slog.Logger) Option { panic("todo") }

// NewServer returns a Discord without applications, guilds or users. Seeded
// ids: two servers built by the same calls have the same ids but for time.
func NewServer(opts ...Option) *Server { panic("todo") }

// Start serves on a free port of the loopback interface.
func (s *Server) Start() error { panic("todo") }

// StartInMemory serves without the network: connections are made with
// DialContext. For synctest bubbles.
func (s *Server) StartInMemory() { panic("todo") }

// Serve serves on l until Close; for a listener of the caller's own.
func (s *Server) Serve(l net.Listener) error { panic("todo") }

// URL returns scheme and host, such as "http://127.0.0.1:40123".
func (s *Server) URL() string { panic("todo") }

// DialContext connects to the server whatever the address; for
// http.Transport.DialContext and websocket.Dialer.NetDialContext.
func (s *Server) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	panic("todo")
}

// Close ends all connections and stops serving.
func (s *Server) Close() { panic("todo") }

// An Application is a bot's account.
type Application struct {
	ID        Snowflake
	Token     string // for "Authorization: Bot TOKEN"
	PublicKey string // hex, for interactions over HTTP
	User      *User  // the bot's user
}

// NewApplication creates an application with its bot user.
func (s *Server) NewApplication(name string) *Application { panic("todo") }

// InstallFor installs the application for a user, who can then use it anywhere.
func (a *Application) InstallFor(u *User) { panic("todo") }

// Connected says whether a gateway session of the application is open.
func (a *Application) Connected() bool { panic("todo") }

// WaitConnected returns when a session is READY (or resumed), or ctx's error.
func (a *Application) WaitConnected(ctx context.Context) error { panic("todo") }

// Commands returns the global commands and those of a guild ("" for none).
func (a *Application) Commands(guild Snowflake) []Command { panic("todo") }

// DropConnections cuts every gateway TCP connection of the application.
func (a *Application) DropConnections() { panic("todo") }

// A Guild is a server in Discord's everyday sense.
type Guild struct {
	ID   Snowflake
	Name string
}

// NewGuild creates a guild with the locale en-US.
func (s *Server) NewGuild(name string) *Guild { panic("todo") }

// NewChannel creates a text channel.
func (g *Guild) NewChannel(name string) *Channel { panic("todo") }

// Channels returns the guild's channels in order.
func (g *Guild) Channels() []*Channel { panic("todo") }

// Add makes users members; Remove ends it.
func (g *Guild) Add(users ...*User) { panic("todo") }

// Remove takes a user out of the guild.
func (g *Guild) Remove(u *User) { panic("todo") }

// Members returns the guild's users in the order they joined, bots included.
func (g *Guild) Members() []*User { panic("todo") }

// Install adds an application's bot to the guild.
func (g *Guild) Install(a *Application) { panic("todo") }

// A Channel is a text channel, a direct message or a group message.
type Channel struct {
	ID    Snowflake
	Name  string
	Guild *Guild // nil outside guilds
}

// DirectMessage returns the direct message channel of two users.
func (s *Server) DirectMessage(a, b *User) *Channel { panic("todo") }

// GroupMessage creates a group message of users.
func (s *Server) GroupMessage(users ...*User) *Channel { panic("todo") }

// A User is a person or a bot.
type User struct {
	ID   Snowflake
	Name string
	Bot  bool
}

// NewUser creates a person with the locale en-US.
func (s *Server) NewUser(name string) *User { panic("todo") }

// SetLocale sets the language of the user's client.
func (u *User) SetLocale(locale string) { panic("todo") }

// In returns the user's client looking at a channel.
func (u *User) In(c *Channel) *Client { panic("todo") }

// A Client is a user's eyes and hands in one channel. Every method does what
// Discord's own clients let a user do and no more. Safe for concurrent use.
type Client struct{}

// The reasons for which a client cannot do what it was asked: what a user would
// see in Discord's client, or could not do there at all.
var (
	// ErrFailed: the bot did not answer within three seconds, or its answer was
	// refused: "This interaction failed".
	ErrFailed = errors.New("discordtest: this interaction failed")
	// ErrNotVisible: the user does not see such a message.
	ErrNotVisible = errors.New("discordtest: no such message for this user")
	// ErrNotThere: no such command, option, button or menu.
	ErrNotThere = errors.New("discordtest: nothing there to use")
	// ErrDisabled: the button or menu is disabled.
	ErrDisabled = errors.New("discordtest: the component is disabled")
	// ErrBadValue: Discord's client would not send such a value.
	ErrBadValue = errors.New("discordtest: a value that the client does not accept")
)

// An Answer is how the bot answered an interaction of the user's.
type Answer struct {
	Type    int      // callback type: 4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal
	Message *Message // the message it made or changed, nil when there is none (yet)
	Choices []Choice // type 8
}

// User returns whose client it is, Channel where it looks.
func (c *Client) User() *User { panic("todo") }

// Channel returns the channel that the client looks at.
func (c *Client) Channel() *Channel { panic("todo") }

// Commands returns the commands that the user is offered here, sorted by name.
func (c *Client) Commands() []Command { panic("todo") }

// Use uses a slash command. Values are strings, ints, float64s, bools or
// *User. It returns when the bot has answered. Errors: ErrFailed, ErrNotThere,
// ErrBadValue.
func (c *Client) Use(ctx context.Context, command string, values map[string]any) (*Answer, error) {
	panic("todo")
}

// Type uses a slash command as it is typed: "/classic size:4 opponent:@bob".
func (c *Client) Type(ctx context.Context, line string) (*Answer, error) { panic("todo") }

// UseOn uses a user command of the member menu.
func (c *Client) UseOn(ctx context.Context, command string, target *User) (*Answer, error) {
	panic("todo")
}

// Complete asks for the choices of an autocompleted option: text is what is
// typed there so far, values the other options.
func (c *Client) Complete(ctx context.Context, command, option, text string, values map[string]any) ([]Choice, error) {
	panic("todo")
}

// Press presses a button, given by its custom id.
func (c *Client) Press(ctx context.Context, message Snowflake, customID string) (*Answer, error) {
	panic("todo")
}

// Choose chooses values in a menu, given by its custom id.
func (c *Client) Choose(ctx context.Context, message Snowflake, customID string, values ...string) (*Answer, error) {
	panic("todo")
}

// Delete deletes a message as a moderator would, or dismisses an ephemeral one.
func (c *Client) Delete(message Snowflake) error { panic("todo") }

// Messages returns the messages of the channel as this user sees them, oldest
// first, own ephemeral ones included.
func (c *Client) Messages() []Message { panic("todo") }

// Pings returns how often this user has been mentioned with a notification in
// the channel.
func (c *Client) Pings() int { panic("todo") }

// Changed returns a channel that is closed at the next change of what the user
// sees here.
func (c *Client) Changed() <-chan struct{} { panic("todo") }

// Await returns the messages as soon as ok holds for them, or ctx's error.
func (c *Client) Await(ctx context.Context, ok func([]Message) bool) ([]Message, error) {
	panic("todo")
}
