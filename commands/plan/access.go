package plan

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/game/match"
)

// Access says who may use a route, and where. It depends on the server's settings: see commands/policy.go.
type Access uint8

// The kinds of access.
const (
	Anyone    Access = iota // for everybody who sees the message or the command
	Plays                   // begins a game: in channels for games, for members who may play
	Manages                 // changes the server's settings: for members who manage the server
	Organises               // holds a tournament: in channels for games, for members who manage events or the server
)

// Permissions are a member's permissions in a channel, in Discord's bits: the constants discordgo.Permission….
type Permissions int64

// Has reports whether all given permissions are included. Administrators have every permission.
func (p Permissions) Has(all Permissions) bool {
	return p&discordgo.PermissionAdministrator != 0 || p&all == all
}

// A Standing is where a request was made, and who has which permissions there.
type Standing struct {
	// Server has the server's settings, the zero value outside servers. If the store fails they are those read
	// last.
	Server match.Server
	// ServerErr says why Server has no settings, only its ID: they were never read. Otherwise it is nil.
	ServerErr error

	Roles  []string    // the caller's roles in the server, without @everyone
	May    Permissions // the caller's, in the channel
	BotMay Permissions // the bot's, in the channel
	Parent string      // the channel of the request's thread, "" outside threads
	// PrivateThread is set in a private thread. Its members see Parent; not everybody who sees Parent sees the
	// thread.
	PrivateThread bool
	// Threads reports whether the channel can have threads: it is a text channel of a server.
	Threads bool
}

// In reports whether the request was made in one of some channels, or in a thread of one.
func (r *Request) In(channels []string) bool {
	return slices.Contains(channels, r.Place.Channel) || r.Parent != "" && slices.Contains(channels, r.Parent)
}

// HasRole reports whether the caller has one of some roles. Every member has the role @everyone, whose id is
// the server's.
func (r *Request) HasRole(roles []string) bool {
	return slices.ContainsFunc(roles, func(role string) bool {
		return role == r.Place.Guild || slices.Contains(r.Roles, role)
	})
}
