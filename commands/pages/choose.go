package pages

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/game/match"
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

// ChooseGame returns the finished game that the option names. The value is a link to a message that shows the match,
// the id of that message, or the id of the match, as offered by Complete. Without a value it is the newest game in the
// channel, or else the user's newest game. Errors: *plan.Refusal.
func ChooseGame(r *plan.Request) (match.Record, error) {
	typed := strings.TrimSpace(r.Options.Text("game"))
	var which plan.FinishedMatch
	switch channel, message, isLink := readLink(typed); {
	case typed == "":
		return newestGame(r)
	case isLink:
		which.Channel, which.Message = channel, message
	case len(typed) >= 15 && digits(typed): // looks like a Discord id, as no match id does
		which.Channel, which.Message = r.Place.Channel, typed
	case match.ID(typed).Valid():
		which.Match = match.ID(typed)
	default:
		return match.Record{}, plan.RefuseTyped("refuse.unknown_game", typed)
	}
	return r.Read.FinishedMatch(which)
}

func newestGame(r *plan.Request) (match.Record, error) {
	for _, among := range []match.Query{{Channel: r.Place.Channel, Limit: 1}, {Member: r.User, Guild: r.Place.Guild, Limit: 1}} {
		games, err := r.Read.FinishedMatches(among)
		if err != nil {
			return match.Record{}, err
		}
		if len(games) > 0 {
			return r.Read.FinishedMatch(plan.FinishedMatch{Match: games[0].Match.ID})
		}
	}
	return match.Record{}, plan.Refuse("refuse.no_finished")
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

func digits(text string) bool {
	return 0 < len(text) && len(text) <= 20 && strings.Trim(text, "0123456789") == ""
}

// Complete returns the user's newest finished games as autocomplete choices.
func Complete(r *plan.Request) (plan.Plan, error) {
	typed := strings.ToLower(strings.TrimSpace(r.Options.Focused()))
	games, err := r.Read.FinishedMatches(match.Query{Member: r.User, Limit: maxOffered})
	if err != nil {
		return nil, err
	}
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, rec := range games {
		name, about := card.FinishedGame(r.Language, rec.Match, r.User)
		name = plan.Shorten(name+" · "+about, maxName)
		if rec.Match.Dropped == 0 && strings.Contains(strings.ToLower(name), typed) {
			choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: name, Value: string(rec.Match.ID)})
		}
	}
	return plan.Answer{As: plan.Choices, Content: plan.Content{Choices: choices}}, nil
}
