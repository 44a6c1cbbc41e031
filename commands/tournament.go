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
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/tournament"
)

// cupClocks are the times for a move that a tournament can have. A tournament needs a clock,
// because otherwise the game of an absent player would never end. cupClock is the default.
var cupClocks = card.Clocks[1:]

const cupClock = 5 * time.Minute

// cupHour is the default hour, in UTC, when a repeated tournament starts.
const cupHour = 18

// The meanings of the options format and repeat. The meaning of "" is the default.
var (
	formats = map[string]tournament.System{
		"": tournament.ByNumber, "automatic": tournament.ByNumber, "elimination": tournament.Elimination,
	}
	repeats = map[string]tournament.Repeat{"": tournament.Once, "weekly": tournament.Weekly, "monthly": tournament.Monthly}
)

// runTournament opens the registration for a tournament in the channel. Members join with a button. Only members who
// may manage events or the server can open a tournament, and a channel can have only one at a time. If the channel
// already has a tournament, it shows that one again.
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
	if _, err = readSpan(r, "clock", cupClocks); err != nil {
		return opts, "", err
	}
	if r.Options.Option("rated") != nil && !opts.Match.Casual && r.Server.Casual {
		return opts, "", plan.Refuse("refuse.casual")
	}
	opts.Match.Casual = opts.Match.Casual || r.Server.Casual
	opts.System, err = readChoice(r, "format", formats)
	return opts, cmp.Or(s.style, r.Server.Style), err
}

// readRepeat stores in `opts` how often the tournament is repeated, and returns the hour when it starts.
func readRepeat(r *plan.Request, opts *tournament.Options) (hour int, err error) {
	if hour, err = r.Options.Number("hour", cupHour); err != nil {
		return 0, err
	}
	opts.Repeat, err = readChoice(r, "repeat", repeats)
	switch {
	case err != nil:
		return 0, err
	case hour < 0 || hour > 23:
		return 0, plan.RefuseOption("hour", strconv.Itoa(hour))
	case opts.Repeat == tournament.Once && r.Options.Option("hour") != nil:
		return 0, plan.Refuse("refuse.hour_alone")
	}
	return hour, nil
}

type tournamentChange func(*plan.Request, tournament.Tournament, plan.Facts) (tournament.Tournament, error)

// changeTournament returns the handler that changes the tournament whose button was pressed. It shows the tournament
// or, if `said` is not "", that sentence.
func changeTournament(do tournamentChange, said texts.Key) plan.Handler {
	return onPressed(func(r *plan.Request, rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
		next, err := do(r, rec.Tournament.Tick(f.Now), f)
		if err != nil {
			return plan.TournamentDecision{}, err
		}
		d := plan.TournamentDecision{Show: plan.InPlace}
		if said != "" {
			d = plan.TournamentDecision{Answer: sentence(r, said)}
		}
		if next.Version != rec.Tournament.Version {
			d.Next = &next
		}
		return d, nil
	})
}

// onPressed returns the handler that decides on the tournament whose button was pressed. The tournament's id comes from
// the request and cannot be trusted: if the tournament belongs to another server, where the user may have other
// permissions, onPressed treats it as unknown.
func onPressed(
	decide func(*plan.Request, tournament.Record, plan.Facts) (plan.TournamentDecision, error),
) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		ofServer := func(rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
			if rec.Place.Guild != r.Place.Guild {
				return plan.TournamentDecision{}, plan.ErrNoTournament
			}
			return decide(r, rec, f)
		}
		return plan.OnTournament{Tournament: r.Tournament, Decide: ofServer}, nil
	}
}

// mayRun refuses members who neither organise the tournament nor may run tournaments.
func mayRun(r *plan.Request, t tournament.Tournament) error {
	if r.User != t.Organiser && !organises(r) {
		return tournament.ErrNotOrganiser
	}
	return nil
}

// byOrganiser returns a change in the name of the organiser that only those can make whom mayRun allows.
func byOrganiser(
	do func(t tournament.Tournament, organiser string, now time.Time) (tournament.Tournament, error),
) tournamentChange {
	return func(r *plan.Request, t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
		if err := mayRun(r, t); err != nil {
			return t, err
		}
		return do(t, t.Organiser, f.Now)
	}
}

// organizing returns the handler that makes a change for the organiser, or none, and shows the organiser's page.
func organizing(do func(t tournament.Tournament, organiser string, now time.Time) (tournament.Tournament, error)) plan.Handler {
	return onPressed(func(r *plan.Request, rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
		next, err := byOrganiser(do)(r, rec.Tournament.Tick(f.Now), f)
		if err != nil {
			return plan.TournamentDecision{}, err
		}
		var d plan.TournamentDecision
		if next.Version != rec.Tournament.Version {
			d.Next = &next
		}
		rec.Tournament = next
		d.Answer = r.Page(plan.Components(card.Organizing(r.Language, rec)...))
		return d, nil
	})
}

func unchanged(t tournament.Tournament, _ string, _ time.Time) (tournament.Tournament, error) {
	return t, nil
}

// showOwnGame shows the user a link to their game of the tournament's round.
func (c *Commands) showOwnGame(r *plan.Request, rec tournament.Record, _ plan.Facts) (plan.TournamentDecision, error) {
	games, err := r.Read.OpenMatches(match.Scope{Guild: r.Place.Guild, Member: r.User})
	if err != nil {
		return plan.TournamentDecision{}, err
	}
	i := slices.IndexFunc(games, func(g match.Record) bool { return g.Tournament == rec.Tournament.ID && g.Message != "" })
	if i < 0 {
		return plan.TournamentDecision{}, plan.Refuse("refuse.no_cup_game")
	}
	link := discordgo.Button{URL: card.Link(c.web, games[i]), Label: r.Language.Say("tournament.to_game"), Style: discordgo.LinkButton}
	return plan.TournamentDecision{Answer: r.Private(plan.Components(card.Row(link)))}, nil
}

func joinTournament(r *plan.Request, t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
	known, err := r.Read.Profile(plan.ResultsOf{Member: r.User, Reader: r.User})
	if err != nil {
		return t, err
	}
	return t.Register(r.User, seed(known.Standings, t.Options.Match.Variant), f.Now)
}

// seed returns a player's rating in points, for the pairing of the first round. A player without a rating gets the
// rating of a new player.
func seed(standings []profile.Standing, v game.Variant) int {
	pool := profile.PoolOf(v)
	i := slices.IndexFunc(standings, func(s profile.Standing) bool { return s.Pool == pool })
	if i < 0 {
		return profile.NewRating().Points()
	}
	return standings[i].Rating.Points()
}

func leaveTournament(r *plan.Request, t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
	if t.Status != tournament.Registration {
		return t, tournament.ErrStarted
	}
	return t.Withdraw(r.User, f.Now)
}

// startTournament pairs the first round. The games are casual if the tournament is casual or if the server now allows
// only casual games.
func startTournament(r *plan.Request, t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
	if err := mayRun(r, t); err != nil {
		return t, err
	}
	t.Options.Match.Casual = t.Options.Match.Casual || r.Server.Casual
	return t.Start(t.Organiser, f.Pick, f.Now)
}

func doNotRepeat(r *plan.Request, rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
	if err := mayRun(r, rec.Tournament); err != nil {
		return plan.TournamentDecision{}, err
	}
	if rec.Continued { // the next tournament exists already, and only the button on its message works
		return plan.TournamentDecision{}, plan.Refuse(texts.RefuseOldButton)
	}
	next := rec.Tournament.DoNotRepeat(f.Now)
	return plan.TournamentDecision{Next: &next, Answer: sentence(r, "tournament.not_repeated")}, nil
}

func endOpen(t tournament.Tournament, organiser string, now time.Time) (tournament.Tournament, error) {
	if t.Status == tournament.Over {
		return t, tournament.ErrOver
	}
	return t.End(organiser, now)
}

// quitTournament withdraws the player. If the player has a game in progress, the game is lost.
func quitTournament(r *plan.Request, t tournament.Tournament, f plan.Facts) (tournament.Tournament, error) {
	return t.Withdraw(r.User, f.Now)
}

// askBefore returns the handler that asks the member privately to confirm a change of the tournament. It refuses if the
// change is impossible now.
func askBefore(do tournamentChange, question, yes texts.Key, action string) plan.Handler {
	return onPressed(func(r *plan.Request, rec tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
		if _, err := do(r, rec.Tournament.Tick(f.Now), f); err != nil {
			return plan.TournamentDecision{}, err
		}
		l, path := r.Language, card.TournamentPath(rec, action)
		button := discordgo.Button{CustomID: path, Label: l.Say(yes), Style: discordgo.DangerButton}
		answer := r.Private(plan.Components(card.Text(l.Say(question)), card.Row(button)))
		return plan.TournamentDecision{Answer: answer}, nil
	})
}

func showTable(r *plan.Request, rec tournament.Record, _ plan.Facts) (plan.TournamentDecision, error) {
	page, err := strconv.Atoi(r.Vars["page"])
	if err != nil || page < 1 || rec.Tournament.System == tournament.ByNumber {
		return plan.TournamentDecision{}, plan.Refuse(texts.RefuseOldButton)
	}
	return plan.TournamentDecision{Answer: r.Page(plan.Components(card.TablePage(r.Language, rec, page)...))}, nil
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
	l := c.speech().ForLocale(rec.Place.Locale)
	game := card.Variant(l, rec.Tournament.Options.Match.Variant)
	link := card.Link(c.web, match.Record{Place: rec.Place, Message: rec.Message})
	return plan.Components(card.Text("-# " + l.Say("tournament.moved", "Game", game, "Link", link)))
}

// TournamentThread returns the name of the thread of a tournament's games.
func (c *Commands) TournamentThread(rec tournament.Record) string {
	const most = 100 // Discord's limit, in characters
	l := c.speech().ForLocale(rec.Place.Locale)
	return plan.Shorten(l.Say("tournament.thread", "Game", card.Variant(l, rec.Tournament.Options.Match.Variant)), most)
}
