package bot

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/game/match"
)

// A heading is what must be read of an interaction before it is known whether
// it will be handled: little of what there is, so that somebody who sends too
// many costs next to nothing.
type heading struct {
	ID      string                    `json:"id"`
	AppID   string                    `json:"application_id"`
	Type    discordgo.InteractionType `json:"type"`
	Token   string                    `json:"token"`
	GuildID string                    `json:"guild_id"`
	Locale  discordgo.Locale          `json:"locale"`
	User    *someone                  `json:"user"`
	Member  *struct {
		User *someone `json:"user"`
	} `json:"member"`
}

// someone is a user of whom nothing is read but who it is.
type someone struct {
	ID string `json:"id"`
}

// readHeading reads the heading of an interaction's JSON. Errors:
// errNoInteraction for what is none, or cannot be answered. A PING has neither
// token nor member.
func readHeading(body []byte) (heading, error) {
	var h heading
	if json.Unmarshal(body, &h) != nil {
		return h, errNoInteraction
	}
	if h.Type != discordgo.InteractionPing && (h.ID == "" || h.Token == "" || h.member() == "") {
		return h, errNoInteraction
	}
	return h, nil
}

// headingOf returns the heading of an interaction that is usable.
func headingOf(i *discordgo.Interaction) heading {
	h := heading{ID: i.ID, AppID: i.AppID, Type: i.Type, Token: i.Token, GuildID: i.GuildID, Locale: i.Locale}
	user := i.User
	if i.Member != nil {
		user = cmp.Or(i.Member.User, user)
	}
	if user != nil {
		h.User = &someone{user.ID}
	}
	return h
}

// member returns the id of who sent the interaction.
func (h heading) member() string {
	switch {
	case h.Member != nil && h.Member.User != nil:
		return h.Member.User.ID
	case h.User != nil:
		return h.User.ID
	}
	return ""
}

// bare returns an interaction that can be answered, and nothing else.
func (h heading) bare() *discordgo.Interaction {
	return &discordgo.Interaction{
		ID: h.ID, AppID: h.AppID, Type: h.Type, Token: h.Token, GuildID: h.GuildID, Locale: h.Locale,
	}
}

// pressedOn returns the match and the version that an interaction's custom id
// names ("/m/<match>/<version>/<action>"), "" for none.
func pressedOn(i *discordgo.Interaction) (id match.ID, version int) {
	var custom string
	switch data := i.Data.(type) {
	case discordgo.MessageComponentInteractionData:
		custom = data.CustomID
	case discordgo.ModalSubmitInteractionData:
		custom = data.CustomID
	}
	rest, ok := strings.CutPrefix(custom, "/m/")
	if !ok {
		return "", 0
	}
	of, rest, _ := strings.Cut(rest, "/")
	at, _, _ := strings.Cut(rest, "/")
	version, _ = strconv.Atoi(at) // 0 for what is no version, as for none
	return match.ID(of), version
}
