package discordtest

import (
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// An Application is a bot's account.
type Application struct {
	ID        Snowflake
	Token     string // for the header "Authorization: Bot TOKEN"
	PublicKey string // in hex; endpoints verify the signatures of interactions over HTTP with this key
	User      *User  // the bot's user

	server *Server
	state  *world.Application
}

// EnableActivities adds the Entry Point command that Discord creates when the owner enables Activities in the
// developer portal.
func (a *Application) EnableActivities() {
	a.server.world.Lock()
	defer a.server.world.Unlock()
	launch := object.Command{Type: object.CommandEntry, Name: "Launch", IntegrationTypes: []int{0, 1}, Handler: 2}
	a.state.SetCommands("", append(a.state.CommandsOf(""), a.state.NewCommand(launch)))
}

// InstallFor installs the application for a user, who can then use it anywhere.
func (a *Application) InstallFor(u *User) {
	a.server.world.Lock()
	defer a.server.world.Unlock()
	u.state.Installed[a.state] = true
}

// UninstallFor reverses InstallFor.
func (a *Application) UninstallFor(u *User) {
	a.server.world.Lock()
	defer a.server.world.Unlock()
	delete(u.state.Installed, a.state)
}

// Commands returns the application's global commands and its commands in a guild. With "" as the
// guild it returns only the global ones.
func (a *Application) Commands(guild Snowflake) []Command {
	a.server.world.Lock()
	defer a.server.world.Unlock()
	return a.state.CommandsIn(guild)
}

// Emojis returns the application's own emojis in the order of their creation.
func (a *Application) Emojis() []Emoji {
	a.server.world.Lock()
	defer a.server.world.Unlock()
	out := make([]Emoji, len(a.state.Emojis))
	for i, e := range a.state.Emojis {
		out[i] = Emoji{ID: e.ID, Name: e.Name, Animated: e.Animated}
	}
	return out
}

// AddEmoji gives the application an emoji with a transparent picture and returns its id, as if a
// team member had added the emoji in the developer portal. [WithEmojiLimit] does not apply.
func (a *Application) AddEmoji(by *User, name string) Snowflake {
	a.server.world.Lock()
	defer a.server.world.Unlock()
	return a.state.AddPicture(by.state, name).ID
}

// EmojiImage returns the picture of one of the application's emojis, with its content type, such as "image/png". `ok`
// is false if the application has no emoji with that id. On Discord the picture is at
// https://cdn.discordapp.com/emojis/ID.webp. The caller must not change `data`.
func (a *Application) EmojiImage(id Snowflake) (contentType string, data []byte, ok bool) {
	a.server.world.Lock()
	defer a.server.world.Unlock()
	i := a.state.Emoji(id)
	if i < 0 {
		return "", nil, false
	}
	image := a.state.Emojis[i].Image
	return image.ContentType, image.Data, true
}
