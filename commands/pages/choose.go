package pages

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// Texts of refusals.
const (
	refuseUnknownGame texts.Key = "refuse.unknown_game"
	refuseNoFinished  texts.Key = "refuse.no_finished"
)

// maxOffered is Discord's limit for the number of autocomplete choices. maxName is its limit for a
// choice's name, in characters.
const (
	maxOffered = 25
	maxName    = 100
)

// Option declares the option that names a finished game. ChooseGame reads its value, Complete handles its autocomplete.
func Option(d card.Builder) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, "game")
	o.Autocomplete = true
	return o
}

// ChooseGame calls `then` with the finished game that the option names. The value is a link to a message that shows the
// match, the id of that message, or the id of the match, as offered by Complete. Without a value it chooses the newest
// game in the channel, or else the user's newest game. Errors: *plan.Refusal.
func ChooseGame(r *plan.Request, then func(match.Record) (plan.Plan, error)) (plan.Plan, error) {
	typed := strings.TrimSpace(r.Options.Text("game"))
	if typed == "" {
		return newest(plan.FinishedMatches{Channel: r.Place.Channel}, func() (plan.Plan, error) {
			return newest(plan.FinishedMatches{Member: r.User, Guild: r.Place.Guild}, func() (plan.Plan, error) {
				return nil, plan.Refuse(refuseNoFinished)
			}, then), nil
		}, then), nil
	}
	var ask plan.FinishedMatch
	switch channel, message, isLink := readLink(typed); {
	case isLink:
		ask.Channel, ask.Message = channel, message
	case isNumber(typed):
		ask.Channel, ask.Message = r.Place.Channel, typed
	case match.ID(typed).Valid():
		ask.Match = match.ID(typed)
	default:
		return nil, plan.RefuseTyped(refuseUnknownGame, typed)
	}
	return plan.Ask(ask, then), nil
}

// newest calls `then` with the newest finished game that `among` selects. It calls `otherwise` if there is none.
func newest(among plan.FinishedMatches, otherwise func() (plan.Plan, error), then func(match.Record) (plan.Plan, error)) plan.Plan {
	among.Limit = 1
	return plan.Ask(among, func(games []match.Record) (plan.Plan, error) {
		if len(games) == 0 {
			return otherwise()
		}
		return plan.Ask(plan.FinishedMatch{Match: games[0].Match.ID}, then), nil
	})
}

// readLink parses a link to a message, such as https://discord.com/channels/1/2/3. The host is not
// checked, because Discord has several.
func readLink(text string) (channel, message string, ok bool) {
	_, path, ok := strings.Cut(text, "/channels/")
	parts := strings.Split(strings.TrimSuffix(path, "/"), "/")
	if !ok || len(parts) != 3 || !digits(parts[1]) || !digits(parts[2]) {
		return "", "", false
	}
	return parts[1], parts[2], true
}

// isNumber reports whether a text looks like a Discord id. A match id never does.
func isNumber(text string) bool {
	return len(text) >= 15 && digits(text)
}

func digits(text string) bool {
	return 0 < len(text) && len(text) <= 20 && strings.Trim(text, "0123456789") == ""
}

// Complete returns the user's newest finished games as autocomplete choices.
func Complete(r *plan.Request) (plan.Plan, error) {
	typed := strings.ToLower(strings.TrimSpace(r.Options.Focused()))
	return plan.Ask(plan.FinishedMatches{Member: r.User, Limit: maxOffered}, func(games []match.Record) (plan.Plan, error) {
		var choices []*discordgo.ApplicationCommandOptionChoice
		for _, rec := range games {
			name, about := card.FinishedGame(r.Reader, rec.Match, r.User)
			name = plan.Shorten(name+" · "+about, maxName)
			if rec.Match.Dropped == 0 && strings.Contains(strings.ToLower(name), typed) {
				choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: name, Value: string(rec.Match.ID)})
			}
		}
		return plan.Answer{As: plan.Choices, Content: plan.Content{Choices: choices}}, nil
	}), nil
}
