package commands

import (
	"context"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// A setup is what the options of a command ask for.
type setup struct {
	options match.Options
	level   string // "" when it was left away
	style   string
}

// readSetup reads the options of a command that starts a game of a variant.
func readSetup(r *request, v game.Variant) (setup, error) {
	s := setup{options: match.Options{Variant: v}, level: r.text("level")}
	var err error
	if s.options.First, err = readFirst(r); err != nil {
		return s, err
	}
	if s.options.Clock, err = readClock(r); err != nil {
		return s, err
	}
	s.style, err = readStyle(r)
	return s, err
}

// readSize reads the size of a classic board.
func readSize(r *request) (game.Variant, error) {
	size, err := r.number("size", 3)
	if err != nil {
		return 0, err
	}
	v := game.Classic(size)
	if v == 0 {
		return 0, refuse(texts.RefuseOption, "Value", size, "Option", "size")
	}
	return v, nil
}

// readGame reads the options game and size.
func readGame(r *request) (game.Variant, error) {
	switch chosen := r.text("game"); chosen {
	case "", "classic":
		return readSize(r)
	case "ultimate":
		if r.option("size") != nil {
			return 0, refuse(texts.RefuseSizeUltimate)
		}
		return game.Ultimate, nil
	default:
		return 0, refuse(texts.RefuseOption, "Value", shorten(chosen, 20), "Option", "game")
	}
}

func readFirst(r *request) (match.First, error) {
	switch chosen := r.text("first"); chosen {
	case "", "me":
		return match.FirstX, nil
	case "them":
		return match.FirstO, nil
	case "random":
		return match.FirstRandom, nil
	default:
		return 0, refuse(texts.RefuseOption, "Value", shorten(chosen, 20), "Option", "first")
	}
}

func readClock(r *request) (time.Duration, error) {
	seconds, err := r.number("clock", 0)
	if err != nil {
		return 0, err
	}
	clock := time.Duration(seconds) * time.Second
	if !slices.Contains(clocks, clock) {
		return 0, refuse(texts.RefuseOption, "Value", seconds, "Option", "clock")
	}
	return clock, nil
}

func readStyle(r *request) (string, error) {
	chosen := r.text("style")
	if chosen != "" && !slices.Contains(render.Styles, render.Style(chosen)) {
		return "", refuse(texts.RefuseOption, "Value", shorten(chosen, 20), "Option", "style")
	}
	return chosen, nil
}

// startAgainst starts a game against the opponent whose id was given: a member
// is challenged, nobody and this bot mean the computer.
func (c *Commands) startAgainst(ctx context.Context, r *request, opponent string, s setup) (Reply, error) {
	if opponent == "" || opponent == r.app {
		return c.startComputer(ctx, r, s)
	}
	if s.level != "" {
		return Reply{}, refuse(texts.RefuseLevelPerson)
	}
	if err := mayChallenge(r, opponent); err != nil {
		return Reply{}, err
	}
	return c.start(ctx, r, match.Person(opponent), s)
}

// startComputer starts a game against the computer.
func (c *Commands) startComputer(ctx context.Context, r *request, s setup) (Reply, error) {
	level, err := checkLevel(r, s.options.Variant, s.level)
	if err != nil {
		return Reply{}, err
	}
	return c.start(ctx, r, match.Computer(level), s)
}

// start starts a match of the caller, who takes X, against a player.
func (c *Commands) start(ctx context.Context, r *request, o match.Player, s setup) (Reply, error) {
	x := match.Person(r.user.ID)
	m, err := match.New(c.services.NewID(), r.user.ID, x, o, s.options, c.services.Toss(), c.services.Now())
	if err != nil {
		return Reply{}, err
	}
	return c.open(ctx, r, m, s.style)
}

// open stores a new match and shows it.
func (c *Commands) open(ctx context.Context, r *request, m match.Match, style string) (Reply, error) {
	own, err := c.mine(ctx, r, func(other match.Match) bool { return other.Owner == r.user.ID })
	if err != nil {
		return Reply{}, err
	}
	if len(own) >= maxUnfinished {
		return Reply{}, refuse(texts.RefuseTooMany, "N", len(own))
	}
	place := r.place
	place.Style = style
	g, err := c.services.Matches.Create(ctx, m, place)
	if err != nil {
		return Reply{}, err
	}
	return c.show(r, c.services.Computer.Reply(ctx, g)), nil
}

// mayChallenge returns why the caller may not challenge a user, nil when they
// may.
func mayChallenge(r *request, id string) error {
	switch {
	case id == r.user.ID:
		return refuse(texts.RefuseSelf)
	case r.direct:
		return refuse(texts.RefuseDirect)
	}
	user, member := r.lookUp(id)
	switch {
	case user != nil && user.Bot:
		return refuse(texts.RefuseBot, "ID", id)
	case r.place.Guild != "" && member == nil:
		return refuse(texts.RefuseLeft, "ID", id)
	}
	return nil
}

// lookUp returns what Discord sent with the interaction about a user; member is
// nil for those who are not in the server.
func (r *request) lookUp(id string) (*discordgo.User, *discordgo.Member) {
	if r.resolved == nil {
		return nil, nil
	}
	return r.resolved.Users[id], r.resolved.Members[id]
}
