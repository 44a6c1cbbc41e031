package commands

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/render"
)

type setup struct {
	options match.Options
	level   string // "" if absent
	style   string
	rival   string     // the channel of the opposing team, "" for none
	given   game.Moves // the moves that lead to the first position
}

// readSetup reads the options of a command that starts a game. The function `variant` reads the options for the
// variant.
func readSetup(r *plan.Request, variant func(*plan.Request) (game.Variant, error)) (setup, error) {
	v, errVariant := variant(r)
	first, errFirst := readChoice(r, "first", firsts)
	clock, errClock := readSpan(r, "clock", card.Clocks)
	bestOf, errBestOf := readBestOf(r)
	casual, errRated := readChoice(r, "rated", isCasual)
	style, errStyle := readStyle(r)
	coach := r.Options.Option("coach")
	options := match.Options{
		Variant: v, First: first, Clock: clock, BestOf: bestOf, Casual: casual, Coach: coach != nil && coach.Value == true,
	}
	return setup{options: options, level: r.Options.Text("level"), style: style},
		cmp.Or(errVariant, errFirst, errClock, errBestOf, errRated, errStyle)
}

// readChoice returns what the value of a text option means. Errors: *plan.Refusal.
func readChoice[T any](r *plan.Request, option string, meanings map[string]T) (T, error) {
	chosen := r.Options.Text(option)
	meaning, ok := meanings[chosen]
	if !ok {
		return meaning, plan.RefuseOption(option, chosen)
	}
	return meaning, nil
}

// The meanings of the options first and rated. The meaning of "" is the default.
var (
	firsts   = map[string]match.First{"": match.FirstX, "me": match.FirstX, "them": match.FirstO, "random": match.FirstRandom}
	isCasual = map[string]bool{"": false, "rated": false, "casual": true}
)

func readClassic(r *plan.Request) (game.Variant, error) {
	size, err := r.Options.Number("size", 3)
	if err != nil {
		return game.Variant{}, err
	}
	if chosen := r.Options.Text("variant"); chosen != "" {
		v := game.Variant{Kind: chosen, N: size}
		if card.Misfit(chosen) == "" || !rules.Valid(v) || r.Options.Option("in_a_row") != nil {
			err = refuseKind(chosen)
		}
		return v, err
	}
	v := game.Classic(size)
	if !rules.Valid(v) {
		return v, plan.RefuseOption("size", strconv.Itoa(size))
	}
	if r.Options.Option("in_a_row") == nil {
		return v, nil
	}
	k, err := r.Options.Number("in_a_row", size)
	switch {
	case err != nil:
		return v, err
	case k < game.LeastInARow || k > game.MaxSize:
		return v, plan.RefuseOption("in_a_row", strconv.Itoa(k))
	case k > size:
		return v, plan.Refuse("refuse.in_a_row", "Value", strconv.Itoa(k), "Size", texts.Ordinal(size))
	}
	return game.InARow(size, k), nil
}

func refuseKind(kind string) error {
	if misfit := card.Misfit(kind); misfit != "" {
		return plan.Refuse(misfit)
	}
	return plan.RefuseOption("variant", kind)
}

func readGame(r *plan.Request) (game.Variant, error) {
	switch chosen := r.Options.Text("game"); chosen {
	case "", "classic":
		return readClassic(r)
	case "ultimate":
		if r.Options.Option("variant") != nil {
			return game.Variant{}, refuseKind(r.Options.Text("variant"))
		}
		if r.Options.Option("size") != nil || r.Options.Option("in_a_row") != nil {
			return game.Variant{}, plan.Refuse("refuse.size_ultimate")
		}
		return game.Ultimate, nil
	default:
		return game.Variant{}, plan.RefuseOption("game", chosen)
	}
}

// readWatched reads the same options as readGame, for a game between two computers or of a team.
// Without these options the game is Ultimate.
func readWatched(r *plan.Request) (game.Variant, error) {
	for _, option := range []string{"game", "size", "in_a_row", "variant"} {
		if r.Options.Option(option) != nil {
			return readGame(r)
		}
	}
	return game.Ultimate, nil
}

// readSpan reads a duration in seconds from an option, and refuses values that are not in `among`. It
// returns 0 if the option is absent.
func readSpan(r *plan.Request, option string, among []time.Duration) (time.Duration, error) {
	seconds, err := r.Options.Number(option, 0)
	if err != nil {
		return 0, err
	}
	span := time.Duration(seconds) * time.Second
	if r.Options.Option(option) != nil && !slices.Contains(among, span) {
		return 0, plan.RefuseOption(option, strconv.Itoa(seconds))
	}
	return span, nil
}

func readStyle(r *plan.Request) (string, error) {
	chosen := r.Options.Text("style")
	if chosen != "" && !slices.Contains(render.Styles, render.Style(chosen)) {
		return "", plan.RefuseOption("style", chosen)
	}
	return chosen, nil
}

// startAgainst starts a game against an opponent given by id. A member is challenged. "" and the
// bot's own id mean the computer.
func startAgainst(r *plan.Request, opponent string, s setup) (plan.New, error) {
	caller := match.Person(r.User)
	if opponent == "" || opponent == r.App {
		if s.options.BestOf > 0 {
			return plan.New{}, plan.Refuse("refuse.series_computer")
		}
		level, err := readLevel(r, s.options.Variant, s.level)
		if err != nil {
			return plan.New{}, err
		}
		if s.options.Coach && r.Options.Text("rated") == "rated" {
			return plan.New{}, plan.Refuse("refuse.coach_rated")
		}
		return start(r, caller, match.Computer(level), s)
	}
	switch {
	case s.level != "":
		return plan.New{}, plan.Refuse("refuse.level_person")
	case s.options.Coach:
		return plan.New{}, plan.Refuse("refuse.coach_member")
	}
	if err := mayChallenge(r, opponent); err != nil {
		return plan.New{}, err
	}
	return start(r, caller, match.Person(opponent), s)
}

// start starts a match for the user, with the settings of the members and the server. By custom the challenger plays X.
func start(r *plan.Request, x, o match.Player, s setup) (plan.New, error) {
	s, err := withDefaults(r, x, o, s)
	if err != nil {
		return plan.New{}, err
	}
	begin := plan.New{Style: s.style, Rival: s.rival, Begin: func(f plan.Facts) (match.Match, error) {
		m, err := match.New(f.ID, r.User, x, o, s.options, f.Toss, f.Now)
		if err != nil || s.given == nil {
			return m, err
		}
		return m.From(s.given)
	}}
	begin.Explains, err = explains(r, s.options.Variant, x, o)
	return begin, err
}

// explains reports whether the board of a match explains the rules and offers help: if one of the players is new to the
// variant, but only in matches against the computer, and in variants where a move sends the opponent to a local board.
func explains(r *plan.Request, v game.Variant, players ...match.Player) (bool, error) {
	_, sends := rules.Start(v, game.X).(game.Nested)
	if !sends && !slices.ContainsFunc(players, match.Player.IsComputer) {
		return false, nil
	}
	var members []string
	for _, player := range players {
		if !player.IsComputer() {
			members = append(members, player.ID)
		}
	}
	all, err := r.Read.HavePlayed(v, members)
	return !all, err
}

// mayChallenge returns the reason why the user may not challenge another user, nil if they may. It accepts a user whom
// Discord does not describe in the request, because then nothing is known against the challenge.
func mayChallenge(r *plan.Request, id string) error {
	switch {
	case id == r.User:
		return plan.Refuse("refuse.self")
	case r.Direct:
		return plan.Refuse(texts.RefuseDirect)
	case r.Options.Resolved.Users[id] == nil:
		return nil
	case r.Options.Resolved.Users[id].Bot:
		return plan.Refuse("refuse.bot", "ID", id)
	case r.Place.Guild != "" && r.Options.Resolved.Members[id] == nil:
		return plan.Refuse("refuse.left", "ID", id)
	}
	return nil
}

// startWith returns the handler that starts a game of the variant that `variant` reads from the options, against the
// member in the option opponent.
func startWith(variant func(*plan.Request) (game.Variant, error)) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		s, errSetup := readSetup(r, variant)
		opponent, errOpponent := r.Options.ID("opponent")
		if err := cmp.Or(errSetup, errOpponent); err != nil {
			return nil, err
		}
		return startAgainst(r, opponent, s)
	}
}

// runWatch starts a game between two computers, by default Ultimate between the two strongest levels. The member who
// started the game may stop it.
func runWatch(r *plan.Request) (plan.Plan, error) {
	s, err := readSetup(r, readWatched)
	if err != nil {
		return nil, err
	}
	levels := ai.Levels(s.options.Variant)
	x, errX := readLevel(r, s.options.Variant, cmp.Or(r.Options.Text("level_x"), levels[len(levels)-1]))
	o, errO := readLevel(r, s.options.Variant, cmp.Or(r.Options.Text("level_o"), levels[len(levels)-2]))
	if err := cmp.Or(errX, errO); err != nil {
		return nil, err
	}
	return start(r, match.Computer(x), match.Computer(o), s)
}

// readLevel returns the level that has the given id, or the given name in the reader's language. It
// returns the default level for "".
func readLevel(r *plan.Request, v game.Variant, level string) (string, error) {
	if level == "" {
		return ai.DefaultLevel(v), nil
	}
	var names []string
	for _, known := range ai.Levels(v) {
		name := card.Level(r.Language, known)
		if level == known || strings.EqualFold(level, name) || strings.EqualFold(level, card.LevelOption(r.Language, v, known)) {
			return known, nil
		}
		names = append(names, name)
	}
	return "", plan.RefuseTyped("refuse.level", level,
		"Game", card.Variant(r.Language, v), "Levels", r.Language.Comma(names))
}

// completeLevel returns the handler that offers the levels of a variant for autocomplete. The function `variant` reads
// the variant from the other options. The typed text can be the beginning of a level's name in the reader's language,
// or of its id.
func completeLevel(variant func(*plan.Request) (game.Variant, error)) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		v, err := variant(r)
		if err != nil {
			return nil, err // the member reads the reason when they submit the command
		}
		var choices []*discordgo.ApplicationCommandOptionChoice
		typed := strings.ToLower(r.Options.Focused())
		for _, level := range ai.Levels(v) {
			name := card.LevelOption(r.Language, v, level)
			if strings.HasPrefix(level, typed) || strings.HasPrefix(strings.ToLower(name), typed) {
				choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: name, Value: level})
			}
		}
		return offering(choices), nil
	}
}

func offering(choices []*discordgo.ApplicationCommandOptionChoice) plan.Answer {
	return plan.Answer{As: plan.Choices, Content: plan.Content{Choices: choices}}
}

// playOn begins a casual match between two players from a position of another game. `given` holds the moves that lead
// to the position. The settings of the members and the server apply.
func playOn(r *plan.Request, x, o match.Player, v game.Variant, given []game.Square) (plan.Plan, error) {
	if other := opponentOf(r.User, x, o); other != "" {
		if err := mayChallenge(r, other); err != nil {
			return nil, err
		}
	}
	return start(r, x, o, setup{options: match.Options{Variant: v, Casual: true}, given: given})
}
