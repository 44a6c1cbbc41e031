package plan

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/game/match"
)

// Access says which members may use a route, and in which channels. The server's settings decide
// the details: see commands/policy.go.
type Access uint8

// The kinds of access.
const (
	Anyone    Access = iota // everybody who can see the message or use the command
	Writes                  // routes that post for the user: see Request.MayWrite; so do all routes below whose answer is a new message
	Plays                   // routes that begin a game: only in channels for games, and only for members who may play
	Manages                 // routes that change the server's settings: only for members who may manage the server
	Organises               // routes that run a tournament: only in channels for games, and only for members who may manage events or the server
)

// Permissions are a member's permissions in a channel, as Discord's bit set: the constants discordgo.Permission….
type Permissions int64

// Has reports whether p includes all the given permissions. Administrators have every permission.
func (p Permissions) Has(all Permissions) bool {
	return p&discordgo.PermissionAdministrator != 0 || p&all == all
}

// CanWrite reports whether p lets a member write in a channel, or in a thread.
func (p Permissions) CanWrite(thread bool) bool {
	if thread {
		return p.Has(discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads)
	}
	return p.Has(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
}

// An Origin describes where a request was made, and which roles and permissions the user and the bot have there.
type Origin struct {
	// Server holds the server's settings. Outside servers it is the zero value. If the store fails,
	// it holds the settings that were read last.
	Server match.Server
	// ServerErr is the store's error if the settings have never been read. Then Server has only its
	// ID. Otherwise ServerErr is nil.
	ServerErr error

	Roles  []string    // the user's roles in the server, without @everyone
	May    Permissions // the user's permissions in the channel
	BotMay Permissions // the bot's permissions in the channel
	Parent string      // the channel that contains the thread of the request, "" outside threads
	// PrivateThread is true in a private thread. Every member of the thread can see Parent, but not
	// everybody who can see Parent can see the thread.
	PrivateThread bool
	// Threads is true if threads can be created in the channel, that is, in a text channel of a server.
	Threads bool
}

// In reports whether the request was made in one of the given channels, or in a thread of one of them.
func (r *Request) In(channels []string) bool {
	return slices.Contains(channels, r.Place.Channel) || r.Parent != "" && slices.Contains(channels, r.Parent)
}

// MayWrite returns a refusal if Discord does not let the user write in the channel of the request, and nil if it does.
// The bot posts nothing for members that they could not post.
func (r *Request) MayWrite() error {
	if r.Place.Guild == "" || r.May == 0 || r.May.CanWrite(r.Parent != "") { // 0 means that Discord did not say
		return nil
	}
	return Refuse("refuse.write", "ID", r.Place.Channel)
}

// HasRole reports whether the user has at least one of the given roles. Every member has the role
// @everyone, whose id equals the server's id.
func (r *Request) HasRole(roles []string) bool {
	return slices.ContainsFunc(roles, func(role string) bool {
		return role == r.Place.Guild || slices.Contains(r.Roles, role)
	})
}
