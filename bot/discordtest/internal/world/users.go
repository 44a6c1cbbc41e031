package world

import (
	"noughts/bot/discordtest/object"
)

// A User is a person or a bot.
type User struct {
	ID           object.Snowflake
	World        *World
	Name         string
	Bot          bool
	Locale       string
	Avatar       string                // the hash of the picture; "" for none
	Installed    map[*Application]bool // the applications that the user has installed for themselves
	NSFWCommands bool                  // whether the user allows age-restricted commands in direct messages
	NoDirect     bool                  // whether the user refuses direct messages from members of shared guilds
}

// NewUser adds a person. Callers hold the world's lock.
func (w *World) NewUser(name string) *User { return w.addUser(&User{ID: w.Snowflake(), Name: name}) }

// addUser adds a new user. Callers hold the world's lock.
func (w *World) addUser(u *User) *User {
	u.World, u.Locale, u.Installed = w, w.Locale, map[*Application]bool{}
	w.Users[u.ID] = u
	return u
}

// Object returns the user in the form that others get.
func (u *User) Object() object.UserObject {
	o := object.UserObject{ID: u.ID, Username: u.Name, Discriminator: "0", Bot: u.Bot, Avatar: object.OrNull(u.Avatar)}
	if u.Bot {
		o.Discriminator = "0000"
		return o
	}
	name := u.Name
	o.GlobalName = &name
	return o
}

// A CurrentUserObject is a user in the form that the user itself gets.
type CurrentUserObject struct {
	object.UserObject
	MFAEnabled bool    `json:"mfa_enabled"`
	Locale     string  `json:"locale"`
	Verified   bool    `json:"verified"`
	Email      *string `json:"email"`
}

// CurrentUser returns the bot's user for READY and GET /users/@me. It takes the world's lock.
func (w *World) CurrentUser(a *Application) CurrentUserObject {
	w.Lock()
	defer w.Unlock()
	return CurrentUserObject{UserObject: a.User.Object(), MFAEnabled: true, Locale: "en-US", Verified: true}
}
