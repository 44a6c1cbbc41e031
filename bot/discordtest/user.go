package discordtest

import "noughts/bot/discordtest/object"

// A User is a person or a bot.
type User struct {
	ID  Snowflake
	Bot bool

	server    *Server
	name      string
	locale    string
	installed map[*Application]bool // the applications that the user has installed for themselves
	noDirect  bool                  // whether the user refuses direct messages from members of shared guilds
}

// NewUser creates a user who is a person, not a bot.
func (s *Server) NewUser(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addUser(&User{ID: s.snowflake(), name: name})
}

func (s *Server) addUser(u *User) *User {
	u.server, u.locale, u.installed = s, s.locale, map[*Application]bool{}
	s.users[u.ID] = u
	return u
}

// Name returns what the user is called.
func (u *User) Name() string { return u.name } // never changes

// Locale returns the language of the user's client, such as "en-US".
func (u *User) Locale() string {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	return u.locale
}

// SetLocale sets the language of the user's client.
func (u *User) SetLocale(locale string) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	u.locale = locale
}

// AllowDirectMessages sets whether bots in the user's guilds may send the user direct messages, which they may at
// first. Applications that the user has installed always may.
func (u *User) AllowDirectMessages(allow bool) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	u.noDirect = !allow
}

func (u *User) object() object.UserObject {
	if u.Bot {
		return object.UserObject{ID: u.ID, Username: u.name, Discriminator: "0000", Bot: true}
	}
	return object.UserObject{ID: u.ID, Username: u.name, Discriminator: "0", GlobalName: &u.name}
}

type currentUserObject struct {
	object.UserObject

	MFAEnabled bool    `json:"mfa_enabled"`
	Locale     string  `json:"locale"`
	Verified   bool    `json:"verified"`
	Email      *string `json:"email"`
}

func (a *Application) currentUser() currentUserObject {
	return currentUserObject{UserObject: a.User.object(), MFAEnabled: true, Locale: "en-US", Verified: true}
}
