package world

import (
	"slices"
	"strconv"
	"strings"

	"noughts/bot/discordtest/object"
)

// This file turns the world into what the API sends of it.

// Object returns the user as others see it.
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

// A selfObject is a user as it sees itself.
type selfObject struct {
	object.UserObject
	MFAEnabled bool    `json:"mfa_enabled"`
	Locale     string  `json:"locale"`
	Verified   bool    `json:"verified"`
	Email      *string `json:"email"`
}

// CurrentUser returns the bot's user as READY and GET /users/@me give it.
func (w *World) CurrentUser(a *Application) selfObject {
	w.Lock()
	defer w.Unlock()
	return selfObject{UserObject: a.User.Object(), MFAEnabled: true, Locale: "en-US", Verified: true}
}

// A GuildStub is a guild in READY, before its GUILD_CREATE.
type GuildStub struct {
	ID          object.Snowflake `json:"id"`
	Unavailable bool             `json:"unavailable"`
}

// GuildStubs returns the guilds that the application's bot is in, as in READY.
func (w *World) GuildStubs(a *Application) []GuildStub {
	w.Lock()
	defer w.Unlock()
	stubs := []GuildStub{}
	for id, g := range w.Guilds {
		if g.Has(a) {
			stubs = append(stubs, GuildStub{ID: id, Unavailable: true})
		}
	}
	slices.SortFunc(stubs, func(a, b GuildStub) int { return strings.Compare(a.ID, b.ID) })
	return stubs
}

// An applicationStubObject is the application in READY.
type applicationStubObject struct {
	ID    object.Snowflake `json:"id"`
	Flags int              `json:"flags"`
}

// ApplicationStub returns what READY says of the application.
func (w *World) ApplicationStub(a *Application) applicationStubObject {
	w.Lock()
	defer w.Unlock()
	return applicationStubObject{ID: a.ID, Flags: a.flags()}
}

// An installConfig says how an application may be installed.
type installConfig struct{}

// An applicationObject is an application as it sees itself.
type applicationObject struct {
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

// Owner returns the person to whom the application belongs. The id differs from
// the bot's in the bits that tell Discord's workers apart, which are 0 in ids of
// this package: libraries that keep users by their ids must not take one for
// the other.
func (a *Application) Owner() object.UserObject {
	const worker = 1 << 21
	id, _ := strconv.ParseUint(a.ID, 10, 64) // it was made of one
	return object.UserObject{ID: strconv.FormatUint(id|worker, 10), Username: a.Name + "-owner", Discriminator: "0"}
}

// Object returns the application as GET /applications/@me gives it. Callers
// hold the world's lock.
func (a *Application) Object() applicationObject {
	o := applicationObject{
		ID: a.ID, Name: a.Name, Description: a.Description, Tags: a.Tags, Bot: a.User.Object(), BotPublic: true,
		VerifyKey: a.PublicKey, Flags: a.flags(), FlagsNew: strconv.Itoa(a.flags()), RedirectURIs: []string{},
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

// A PartialGuild is the guild of an interaction.
type PartialGuild struct {
	ID       object.Snowflake `json:"id"`
	Locale   string           `json:"locale"`
	Features []string         `json:"features"`
}
