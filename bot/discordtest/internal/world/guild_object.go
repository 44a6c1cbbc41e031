package world

import (
	"slices"
	"strings"

	"noughts/bot/discordtest/object"
)

// A GuildObject is a guild in the form of GET /guilds/{id}. Features that the emulator lacks have Discord's defaults.
type GuildObject struct {
	ID              object.Snowflake  `json:"id"`
	Name            string            `json:"name"`
	Icon            *string           `json:"icon"`
	PreferredLocale string            `json:"preferred_locale"`
	OwnerID         object.Snowflake  `json:"owner_id"`
	Features        []string          `json:"features"`
	Roles           []RoleObject      `json:"roles"`
	Emojis          []any             `json:"emojis"`
	Stickers        []any             `json:"stickers"`
	Region          string            `json:"region"`
	ApplicationID   *object.Snowflake `json:"application_id"`
	guildPictures
	guildChannels
	guildModeration
	guildSizes
}

type guildPictures struct {
	Description     *string `json:"description"`
	Banner          *string `json:"banner"`
	Splash          *string `json:"splash"`
	HomeHeader      *string `json:"home_header"`
	DiscoverySplash *string `json:"discovery_splash"`
	VanityURLCode   *string `json:"vanity_url_code"`
}

type guildChannels struct {
	AFK           *object.Snowflake `json:"afk_channel_id"`
	AFKTimeout    int               `json:"afk_timeout"` // seconds
	System        *object.Snowflake `json:"system_channel_id"`
	SystemFlags   int               `json:"system_channel_flags"`
	Rules         *object.Snowflake `json:"rules_channel_id"`
	SafetyAlerts  *object.Snowflake `json:"safety_alerts_channel_id"`
	PublicUpdates *object.Snowflake `json:"public_updates_channel_id"`
	Widget        *object.Snowflake `json:"widget_channel_id"`
	WidgetEnabled bool              `json:"widget_enabled"`
}

type guildModeration struct {
	VerificationLevel     int       `json:"verification_level"`
	DefaultNotifications  int       `json:"default_message_notifications"`
	MFALevel              int       `json:"mfa_level"`
	ExplicitContentFilter int       `json:"explicit_content_filter"`
	NSFW                  bool      `json:"nsfw"`
	NSFWLevel             int       `json:"nsfw_level"`
	Incidents             *struct{} `json:"incidents_data"`
}

type guildSizes struct {
	MaxPresences       *int `json:"max_presences"`
	MaxMembers         int  `json:"max_members"`
	MaxVideoUsers      int  `json:"max_video_channel_users"`
	MaxStageVideoUsers int  `json:"max_stage_video_channel_users"`
	PremiumTier        int  `json:"premium_tier"`
	PremiumCount       int  `json:"premium_subscription_count"`
	PremiumProgressBar bool `json:"premium_progress_bar_enabled"`
	// Set only if the request has with_counts.
	ApproximateMembers   *int `json:"approximate_member_count,omitempty"`
	ApproximatePresences *int `json:"approximate_presence_count,omitempty"`
}

// Object returns the guild in the form of GET /guilds/{id}. Callers hold the world's lock.
func (g *Guild) Object() GuildObject {
	return GuildObject{
		ID: g.ID, Name: g.Name, PreferredLocale: g.Locale, OwnerID: g.ownerID(), Region: "deprecated",
		Features: []string{}, Roles: g.RoleObjects(), Emojis: []any{}, Stickers: []any{},
		guildChannels: guildChannels{AFKTimeout: 300},
		guildSizes:    guildSizes{MaxMembers: 500_000, MaxVideoUsers: 25, MaxStageVideoUsers: 50},
	}
}

// A PartialGuild has the fields of a guild in an interaction.
type PartialGuild struct {
	ID       object.Snowflake `json:"id"`
	Locale   string           `json:"locale"`
	Features []string         `json:"features"`
}

// Partial returns the guild for an interaction. Callers hold the world's lock.
func (g *Guild) Partial() *PartialGuild {
	return &PartialGuild{ID: g.ID, Locale: g.Locale, Features: []string{}}
}

// A GuildStub is the placeholder of a guild in READY.
type GuildStub struct {
	ID          object.Snowflake `json:"id"`
	Unavailable bool             `json:"unavailable"`
}

// GuildStubs returns the guilds of the application's bot in the form of READY. It takes the world's lock.
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
