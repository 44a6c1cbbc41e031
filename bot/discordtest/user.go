package discordtest

import (
	"noughts/bot/discordtest/internal/driver"
	"noughts/bot/discordtest/internal/world"
)

// A User is a person or a bot.
type User struct {
	ID  Snowflake
	Bot bool

	server *Server
	state  *world.User
}

// Name returns what the user is called.
func (u *User) Name() string {
	u.server.world.Lock()
	defer u.server.world.Unlock()
	return u.state.Name
}

// Locale returns the language of the user's client, such as "en-US".
func (u *User) Locale() string {
	u.server.world.Lock()
	defer u.server.world.Unlock()
	return u.state.Locale
}

// SetLocale sets the language of the user's client.
func (u *User) SetLocale(locale string) {
	u.server.world.Lock()
	defer u.server.world.Unlock()
	u.state.Locale = locale
}

// AllowNSFWCommands sets whether the user is offered age-restricted commands in direct messages
// with bots. It is a setting of Discord's client, and off at first.
func (u *User) AllowNSFWCommands(allow bool) {
	u.server.world.Lock()
	defer u.server.world.Unlock()
	u.state.NSFWCommands = allow
}

// AllowDirectMessages sets whether bots in the user's guilds may send the user direct messages. It is a setting of
// Discord's client, and on at first. Applications that the user has installed always may.
func (u *User) AllowDirectMessages(allow bool) {
	u.server.world.Lock()
	defer u.server.world.Unlock()
	u.state.NoDirect = !allow
}

// In returns a client of the user that looks at a channel.
func (u *User) In(c *Channel) *Client {
	return &Client{user: u, channel: c, driver: driver.New(u.server.interactions, u.state, c.state)}
}
