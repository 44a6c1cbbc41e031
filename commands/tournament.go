package commands

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/profile"
	"noughts/game/tournament"
)

// cupClocks are the times for a move that a tournament can have. A tournament needs a clock,
// because otherwise the game of an absent player would never end. cupClock is the default.
var cupClocks = card.Clocks[1:]

const cupClock = 5 * time.Minute

// cupHour is the default hour, in UTC, when a repeated tournament starts.
const cupHour = 18

var repeats = map[string]tournament.Repeat{"weekly": tournament.Weekly, "monthly": tournament.Monthly}

// tournamentCommand declares /tournament, which opens a tournament in the channel. Members join with a button. Only
// members who may manage events or the server can open a tournament, and a channel can have only one at a time.
func (c *Commands) tournamentCommand() command {
	d := c.declare
	return command{
		declaration: d.Slash("tournament",
			d.Game(), d.Size(), d.InARow(), d.Span("clock", cupClocks),
			d.Choose("format", "automatic", "elimination"),
			d.Rated(), d.Style(), d.Choose("repeat", "weekly", "monthly"), d.Hour()),
		access: plan.Organises, run: runTournament,
	}
}

// runTournament opens the registration for a tournament. If the channel already has a tournament,
// it shows that one again.
func runTournament(r *plan.Request) (plan.Plan, error) {
	opts, style, err := readTournament(r)
	if err != nil {
		return nil, err
	}
	hour, err := readRepeat(r, &opts)
	if err != nil {
		return nil, err
	}
	open, err := r.Read.OpenTournament()
	if err != nil {
		return nil, err
	}
	if open == "" {
		return plan.NewTournament{Style: style, Begin: func(f plan.Facts) (tournament.Tournament, error) {
			if opts.Repeat != tournament.Once {
				opts.Starts = opts.Repeat.FirstStart(hour, f.Now)
			}
			return tournament.New(f.ID, r.User, opts, f.Now)
		}}, nil
	}
	return plan.OnTournament{Tournament: open, Decide: func(tournament.Record, plan.Facts) (plan.TournamentDecision, error) {
		return plan.TournamentDecision{Show: plan.Anew}, nil
	}}, nil
}

// readTournament reads the options of the command. It ignores members' own settings for games, because either all games
// of a tournament are rated or all are casual.
func readTournament(r *plan.Request) (opts tournament.Options, style string, err error) {
	s, err := readSetup(r, readGame)
	if err != nil {
		return opts, "", err
	}
	opts.Match = s.options
	opts.Match.Clock = cmp.Or(opts.Match.Clock, r.Server.Clock, cupClock)
	if opts.Match.Clock, err = readTournamentClock(r, opts.Match.Clock); err != nil {
		return opts, "", err
	}
	if r.Options.Option("rated") != nil && !opts.Match.Casual && r.Server.Casual {
		return opts, "", plan.Refuse("refuse.casual")
	}
	opts.Match.Casual = opts.Match.Casual || r.Server.Casual
	switch chosen := r.Options.Text("format"); chosen {
	case "", "automatic":
	case "elimination":
		opts.System = tournament.Elimination
	default:
		return opts, "", plan.RefuseOption("format", chosen)
	}
	return opts, cmp.Or(s.style, r.Server.Style), nil
}

// readRepeat stores in `opts` how often the tournament is repeated, and returns the hour when it starts.
func readRepeat(r *plan.Request, opts *tournament.Options) (hour int, err error) {
	chosen := r.Options.Text("repeat")
	repeat, ok := repeats[chosen]
	if hour, err = r.Options.Number("hour", cupHour); err != nil {
		return 0, err
	}
	switch {
	case chosen != "" && !ok:
		return 0, plan.RefuseOption("repeat", chosen)
	case hour < 0 || hour > 23:
		return 0, plan.RefuseOption("hour", strconv.Itoa(hour))
	case chosen == "" && r.Options.Option("hour") != nil:
		return 0, plan.Refuse("refuse.hour_alone")
	}
	opts.Repeat = repeat
	return hour, nil
}

// readTournamentClock returns the given clock. It refuses if the option clock has a value that a
// tournament cannot have.
func readTournamentClock(r *plan.Request, clock time.Duration) (time.Duration, error) {
	if r.Options.Option("clock") == nil {
		return clock, nil
	}
	seconds, err := r.Options.Number("clock", 0)
	if err == nil && !slices.Contains(cupClocks, time.Duration(seconds)*time.Second) {
		err = plan.RefuseOption("clock", strconv.Itoa(seconds))
	}
	return clock, err
}

type tournamentChange func(tournament.Tournament, plan.Facts) (tournament.Tournament, error)

func changeTournament(r *plan.Request, do tournamentChange) (plan.Plan, error) {
	return decideTournament(r, do, func() plan.TournamentDecision { return plan.TournamentDecision{Show: plan.InPlace} })
}

// decideTournament changes the tournament whose button was pressed, and answers with the result of `answer`.
func decideTournament(r *plan.Request, do tournamentChange, answer func() plan.TournamentDecision) (plan.Plan, error) {
	return onPressed(r, func(rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
		next, err := do(rec.Tournament.Tick(f.Now), f)
		if err != nil {
			return plan.TournamentDecision{}, err
		}
		d := answer()
		if next.Version != rec.Tournament.Version {
			d.Next = &next
		}
		return d, nil
	})
}

// onPressed decides on the tournament whose button was pressed. The tournament's id comes from the request and cannot
// be trusted: if the tournament belongs to another server, where the user may have other permissions, onPressed treats
// it as unknown.
func onPressed(r *plan.Request, decide func(tournament.Record, plan.Facts) (plan.TournamentDecision, error)) (plan.Plan, error) {
	return plan.OnTournament{Tournament: r.Tournament, Decide: func(rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
		if rec.Place.Guild != r.Place.Guild {
			return plan.TournamentDecision{}, plan.ErrNoTournament
		}
		return decide(rec, f)
	}}, nil
}

// byOrganiser returns a change that only the organiser, or another member who may run tournaments, can make.
func byOrganiser(r *plan.Request, do func(t tournament.Tournament, organiser string, f plan.Facts) (tournament.Tournament, error)) tournamentChange {
	return func(t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
		if r.User != t.Organiser && !organises(r) {
			return t, tournament.ErrNotOrganiser
		}
		return do(t, t.Organiser, f)
	}
}

func pressJoin(r *plan.Request) (plan.Plan, error) {
	known, err := r.Read.Profile(plan.Profile{Member: r.User, Reader: r.User})
	if err != nil {
		return nil, err
	}
	return changeTournament(r, func(t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
		return t.Register(r.User, seed(known.Standings, t.Options.Match.Variant), f.Now)
	})
}

// seed returns a player's rating in points, for the pairing of the first round. A player without a
// rating gets the rating of a new player.
func seed(standings []profile.Standing, v game.Variant) int {
	pool := profile.PoolOf(v)
	for _, s := range standings {
		if s.Pool == pool {
			return s.Rating.Points()
		}
	}
	return profile.NewRating().Points()
}

func pressLeave(r *plan.Request) (plan.Plan, error) {
	return changeTournament(r, func(t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
		if t.Status != tournament.Registration {
			return t, tournament.ErrStarted
		}
		return t.Withdraw(r.User, f.Now)
	})
}

// pressStart starts the tournament and pairs the first round. The games are casual if the tournament is casual or if
// the server now allows only casual games.
func pressStart(r *plan.Request) (plan.Plan, error) {
	return changeTournament(r, byOrganiser(r, func(t tournament.Tournament, organiser string, f plan.Facts) (tournament.Tournament, error) {
		t.Options.Match.Casual = t.Options.Match.Casual || r.Server.Casual
		return t.Start(organiser, f.Pick, f.Now)
	}))
}

func pressDoNotRepeat(r *plan.Request) (plan.Plan, error) {
	return onPressed(r, func(rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
		next, err := byOrganiser(r, func(t tournament.Tournament, _ string, f plan.Facts) (tournament.Tournament, error) {
			return t.DoNotRepeat(f.Now), nil
		})(rec.Tournament, f)
		switch {
		case err != nil:
			return plan.TournamentDecision{}, err
		case rec.Continued: // the next tournament exists already, and only the button on its message works
			return plan.TournamentDecision{}, plan.Refuse(texts.RefuseOldButton)
		}
		return plan.TournamentDecision{Next: &next, Answer: sentence(r, "tournament.not_repeated")}, nil
	})
}

func pressPause(r *plan.Request) (plan.Plan, error) {
	return changeTournament(r, byOrganiser(r, func(t tournament.Tournament, organiser string, f plan.Facts) (tournament.Tournament, error) {
		return t.Pause(organiser, f.Now)
	}))
}

func pressResume(r *plan.Request) (plan.Plan, error) {
	return changeTournament(r, byOrganiser(r, func(t tournament.Tournament, organiser string, f plan.Facts) (tournament.Tournament, error) {
		return t.Resume(organiser, f.Now)
	}))
}

func pressEnd(r *plan.Request) (plan.Plan, error) {
	return askBefore(r, "tournament.end_sure", "tournament.end_yes", "end-yes", byOrganiser(r, func(t tournament.Tournament, organiser string, f plan.Facts) (tournament.Tournament, error) {
		if t.Status == tournament.Over {
			return t, tournament.ErrOver
		}
		return t.End(organiser, f.Now)
	}))
}

func pressEndYes(r *plan.Request) (plan.Plan, error) {
	end := byOrganiser(r, func(t tournament.Tournament, organiser string, f plan.Facts) (tournament.Tournament, error) {
		return t.End(organiser, f.Now)
	})
	return decideTournament(r, end, func() plan.TournamentDecision {
		return plan.TournamentDecision{Answer: sentence(r, "tournament.ended")}
	})
}

func pressQuit(r *plan.Request) (plan.Plan, error) {
	return askBefore(r, "tournament.withdraw_sure", "tournament.withdraw_yes", "withdraw-yes", quit(r))
}

// pressQuitYes withdraws the player after the confirmation. If the player has a game in progress, the game is lost.
func pressQuitYes(r *plan.Request) (plan.Plan, error) {
	return decideTournament(r, quit(r), func() plan.TournamentDecision {
		return plan.TournamentDecision{Answer: sentence(r, "tournament.withdrawn")}
	})
}

func quit(r *plan.Request) tournamentChange {
	return func(t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
		return t.Withdraw(r.User, f.Now)
	}
}

// askBefore asks the member privately to confirm a change of the tournament. It refuses if the change is impossible
// now.
func askBefore(r *plan.Request, question, yes texts.Key, action string, do tournamentChange) (plan.Plan, error) {
	return onPressed(r, func(rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
		if _, err := do(rec.Tournament.Tick(f.Now), f); err != nil {
			return plan.TournamentDecision{}, err
		}
		l := r.Reader
		return plan.TournamentDecision{Answer: r.Private(plan.Components(card.Text(l.Say(question)),
			card.Row(discordgo.Button{CustomID: card.TournamentPath(rec, action), Label: l.Say(yes), Style: discordgo.DangerButton})))}, nil
	})
}

func pressTable(r *plan.Request) (plan.Plan, error) {
	return onPressed(r, func(rec tournament.Record, _ plan.Facts) (plan.TournamentDecision, error) {
		page, err := strconv.Atoi(r.Vars["page"])
		if err != nil || page < 1 || rec.Tournament.System == tournament.ByNumber {
			return plan.TournamentDecision{}, plan.Refuse(texts.RefuseOldButton)
		}
		return plan.TournamentDecision{Answer: r.Page(plan.Components(card.TablePage(r.Reader, rec, page)...))}, nil
	})
}

// Tournament returns the message that shows a tournament. It pings nobody.
func (c *Commands) Tournament(rec tournament.Record) plan.Content {
	return plan.Content{Components: card.Tournament(c.speech().ForLocale(rec.Place.Locale), c.web, rec)}
}

// Round returns the message with the pairings of a tournament's newest round.
func (c *Commands) Round(rec tournament.Record) plan.Content {
	return plan.Content{Components: card.Round(c.speech().ForLocale(rec.Place.Locale), rec)}
}

// TournamentResult returns the message with the result of a tournament. The message has a picture of a trophy if
// withPicture is true and the tournament has a winner.
func (c *Commands) TournamentResult(rec tournament.Record, withPicture bool) plan.Content {
	withPicture = withPicture && rec.Tournament.HasWinner()
	shown := plan.Content{Components: card.TournamentResult(c.speech().ForLocale(rec.Place.Locale), rec, withPicture)}
	if withPicture {
		shown.Files = []plan.File{card.Trophy()}
	}
	return shown
}

// TournamentMoved returns the text for an earlier message of a tournament, with a link to the newest.
func (c *Commands) TournamentMoved(rec tournament.Record) plan.Content {
	return plan.Components(card.TournamentMoved(c.speech().ForLocale(rec.Place.Locale), c.web, rec)...)
}

// TournamentThread returns the name of the thread of a tournament's games.
func (c *Commands) TournamentThread(rec tournament.Record) string {
	return card.TournamentThread(c.speech().ForLocale(rec.Place.Locale), rec)
}
