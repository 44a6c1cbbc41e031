package plan

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/game/match"
)

// Access says who may use a route, and where. The server's settings decide: see commands/policy.go.
type Access uint8

// The kinds of access.
const (
	Anyone    Access = iota // whoever sees the message or the command, everywhere
	Plays                   // begins a game: where games may be played, by those who may play
	Manages                 // changes what is chosen for the server: by those who manage it
	Organises               // holds a tournament: where games may be played, by those who manage events or the server
)

// Permissions are what somebody may do in a channel, in Discord's bits: see the constants
// discordgo.Permission….
type Permissions int64

// Has reports whether all of some permissions are there. Administrators have them all.
func (p Permissions) Has(all Permissions) bool {
	return p&discordgo.PermissionAdministrator != 0 || p&all == all
}

// A Standing is what a request says of where it was made, and of who may do what there.
type Standing struct {
	// Server is what was chosen for the server, the zero value outside servers. When it cannot
	// be read, it is as it was last read, or with Unread, if it never was, the zero value.
	Server match.Server
	Unread error

	Roles  []string    // of the caller in the server, without that of everybody
	May    Permissions // of the caller, in the channel
	BotMay Permissions // of the bot, in the channel
	Parent string      // the channel of the thread it was done in, "" outside threads
	// PrivateThread is set in a private thread. Its members see Parent, but not all who see Parent see it.
	PrivateThread bool
	// Threads reports whether a thread can be opened in the channel: it is a text channel of a server.
	Threads bool
}

// In reports whether a request was made in one of some channels, or in a thread of one.
func (r *Request) In(channels []string) bool {
	return slices.Contains(channels, r.Place.Channel) || r.Parent != "" && slices.Contains(channels, r.Parent)
}

// HasRole reports whether the caller has one of some roles. Everybody in a server has the one
// that has the server's id.
func (r *Request) HasRole(roles []string) bool {
	return slices.ContainsFunc(roles, func(role string) bool {
		return role == r.Place.Guild || slices.Contains(r.Roles, role)
	})
}
