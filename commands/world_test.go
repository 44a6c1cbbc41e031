package commands

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/game/tournament"
)

// The members and the bot of the tests.
const (
	ann = "1001"
	ben = "1002"
	eve = "1003" // eve plays in none of the matches that the functions `friends` and `against` make
	me  = "9000" // this bot
)

// began is the start of each world's clock.
var began = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// A world holds the commands together with a simple executor of plans. It stores matches in a map,
// and its computer answers at once.
type world struct {
	*Commands
	t       testing.TB
	records map[match.ID]match.Record
	members map[string]match.Member
	servers map[string]match.Server
	may     map[string]plan.Permissions // the bot's permissions in channels
	left    []string                    // members who have left the server
	deleted []string                    // deleted channels and roles
	played  played                      // see people_test.go
	reviews reviewed                    // see reviews_test.go
	solving puzzleWorld                 // see puzzles_world_test.go
	// tournament is the only tournament of the world. It does not exist if its ID is "".
	tournament tournament.Record
	now, back  time.Time
	computer   computer
}

// A computer has the settings of a world's computer player.
type computer struct {
	choose func(match.Match) game.Square
	slow   bool // the computer never moves
	busy   bool // the engine is too busy to evaluate a position
	draws  bool // the computer accepts draws
}

func newWorld(t testing.TB) *world { return newWorldIn(t, english()) }

// english is a catalogue with only American and British English. It saves time, because thousands of worlds declare
// their commands in every language of their catalogue.
var english = sync.OnceValue(func() *texts.Catalogue { return texts.Load().Subset("en-GB") })

func newWorldIn(t testing.TB, catalogue *texts.Catalogue) *world {
	return &world{
		t: t, Commands: New(catalogue, "", Installed{}), records: make(map[match.ID]match.Record), members: make(map[string]match.Member), servers: make(map[string]match.Server), now: began,
		solving:  puzzleWorld{records: make(map[string]puzzle.Progress)},
		computer: computer{choose: func(m match.Match) game.Square { return m.Position().Moves()[0] }},
	}
}

// An answer is the result of a request.
type answer struct {
	Response *discordgo.InteractionResponse
	Match    match.ID // the match whose live board the message shows, "" for none
	Version  int      // the version of Match
	Behind   match.ID // the match whose outdated live board must be refreshed, "" for none
	Err      error    // why the request was refused
	Path     string   // the route's pattern
	Anew     bool     // whether the bot answers a press of the button with a new message (see plan.Route)
	page     bool     // the answer replaces a private message
}

// routed returns the route of a request, and sets the language of the request's reader as bot/matches does.
func (w *world) routed(r *plan.Request) plan.Route {
	route := w.Route(r)
	r.Language = r.Texts.ForLocale(r.ClientLocale)
	return route
}

func (w *world) carryOut(r *plan.Request) answer {
	if s := w.servers[r.Place.Guild]; s.ID != "" {
		r.Server = s
	}
	route := w.routed(r)
	done := answer{Path: route.Pattern, Anew: route.Anew}
	next, err := route.Handle(r)
	var on match.ID
	for err == nil {
		var given plan.Answer
		if then, goesOn, failed := w.known(r, next); goesOn {
			next, err = then, failed
			continue
		}
		switch step := next.(type) {
		case plan.Answer:
			given = step
		case plan.New:
			var m match.Match
			if m, err = step.Begin(w.facts()); err != nil {
				continue
			}
			if before := w.records[step.After]; step.After != "" {
				if _, begun := w.records[m.ID]; begun {
					err = match.ErrContinued
					continue
				}
				before.Match = before.Match.Continue()
				w.records[step.After] = before
			}
			place := r.Place
			place.Style, place.Explains = step.Style, step.Explains
			on = w.save(match.Record{Match: m, Place: place})
			given = plan.Answer{As: plan.Anew, View: &plan.View{Caller: r.User}}
		case plan.On:
			on = step.Match
			var decided plan.Decision
			if decided, err = w.decide(r, step); err != nil {
				continue
			}
			given = decided.Answer
			if decided.Begin != nil {
				next = *decided.Begin
				continue
			}
			if decided.Other != nil {
				next = *decided.Other
				continue
			}
			if (decided.Next != nil || decided.Vote != nil) && given.View == nil {
				done.Behind = on
			}
		case plan.NewTournament:
			var t tournament.Tournament
			if t, err = step.Begin(w.facts()); err != nil {
				continue
			}
			w.tournament = tournament.Record{Tournament: t, Place: r.Place}
			given = plan.Answer{As: plan.Anew, Content: w.Tournament(w.tournament)}
		case plan.OnTournament:
			if given, err = w.onTournament(step); err != nil {
				continue
			}
		default:
			err = fmt.Errorf("unknown plan %T", step)
			continue
		}
		return w.answered(r, done, given, on)
	}
	if done.Err = err; w.Stale(err) {
		done.Behind = on
	}
	return w.answered(r, done, w.Refuse(r, err), "")
}

// `known` carries out a plan that is a change of settings, a puzzle, a review or a deletion. It returns the
// next plan. `asked` is false if the plan is of another kind.
func (w *world) known(r *plan.Request, p plan.Plan) (next plan.Plan, asked bool, err error) {
	switch step := p.(type) {
	case plan.ChangeMember:
		m := w.members[r.User]
		m.ID = r.User
		step.Change(&m)
		if err = m.Validate(); err != nil {
			return nil, true, err
		}
		w.members[m.ID] = m
		next = step.Show(m)
	case plan.ChangeServer:
		s := w.servers[r.Place.Guild]
		s.ID = r.Place.Guild
		step.Change(&s)
		if err = s.Validate(); err != nil {
			return nil, true, err
		}
		w.servers[s.ID] = s
		next = step.Show(s)
	case plan.OnPuzzle:
		next, err = w.puzzle(r, step)
	case plan.MakeReview:
		next, err = w.review(step)
	case plan.ShareReview:
		next, err = step.Show(w.reviews.share(step.Key))
	case plan.Forget:
		delete(w.members, r.User)
		next = step.Show()
	default:
		return nil, false, nil
	}
	return next, true, err
}

// A worldReader answers a request from the data of the world.
type worldReader struct {
	*world
	r *plan.Request
}

func (w worldReader) OpenMatches(q match.Scope) ([]match.Record, error) {
	return w.unfinished(q), nil
}
func (w worldReader) Stranded() ([]match.Record, error)                    { return nil, nil }
func (w worldReader) CanPlay(string) bool                                  { return true }
func (w worldReader) HasLeft(member string) bool                           { return slices.Contains(w.left, member) }
func (w worldReader) BotPermissions() map[string]plan.Permissions          { return w.may }
func (w worldReader) Outranks(string) (bool, error)                        { return true, nil }
func (w worldReader) Export() ([]byte, error)                              { return []byte("{}"), nil }
func (w worldReader) OpenTournament() (match.ID, error)                    { return w.openTournament(), nil }
func (w worldReader) AcceptsDraw(match.Match) bool                         { return w.computer.draws }
func (w worldReader) Evaluation(q plan.Evaluation) ([]ai.Choice, error)    { return w.evaluate(q), nil }
func (w worldReader) Profile(q plan.ResultsOf) (plan.MemberResults, error) { return w.profile(q), nil }
func (w worldReader) Leaders(q plan.Leaders) (profile.Page, error)         { return w.leaders(q), nil }
func (w worldReader) Seasons(plan.Seasons) ([]profile.SeasonTable, error)  { return nil, nil }

func (w worldReader) Deleted(channels, roles []string) []string {
	return slices.DeleteFunc(slices.Concat(channels, roles), func(id string) bool { return !slices.Contains(w.deleted, id) })
}

func (w worldReader) HavePlayed(v game.Variant, members []string) (bool, error) {
	return !slices.ContainsFunc(members, func(member string) bool { return !w.hasPlayed(member, v) }), nil
}

func (w worldReader) Member(id string) (match.Member, error) {
	m := w.members[id]
	m.ID = id
	return m, nil
}

func (w worldReader) Server() (match.Server, error) {
	s := w.servers[w.r.Place.Guild]
	s.ID = w.r.Place.Guild
	return s, nil
}

func (w worldReader) FinishedMatches(q match.Query) ([]match.Record, error) {
	return w.finished(q), nil
}

func (w worldReader) FinishedMatch(q plan.FinishedMatch) (match.Record, error) { return w.seen(q) }

func (w worldReader) DailyTable(puzzle.Day, int) (puzzle.Table, error) { return w.solving.table, nil }

func (w worldReader) DailyChampions(puzzle.Day, puzzle.Day, int) ([]puzzle.Champion, error) {
	return w.solving.champions, nil
}

func (w worldReader) DailyLeaders(month bool, from, to int) ([]puzzle.Champion, error) {
	w.solving.asked = fmt.Sprint(month, from, to)
	return w.solving.champions, nil
}

func (w worldReader) TryPuzzle(a puzzle.Attempt, s game.Square) (review.AttemptResult, error) {
	return unsearched(w.t, a, s), nil
}

func (w worldReader) SolvePuzzle(a puzzle.Attempt) (game.Moves, error) {
	return game.Moves{a.Puzzle.Solution}, nil
}

func (w worldReader) PuzzleRatings([]string) (map[string]profile.Rating, error) {
	return w.solving.ratings, nil
}

func (w *world) evaluate(asked plan.Evaluation) []ai.Choice {
	if w.computer.busy {
		return nil
	}
	choices, err := ai.Evaluate(w.t.Context(), asked.Game, asked.Nodes)
	if err != nil {
		w.t.Error(err)
	}
	return choices
}

func (w *world) openTournament() match.ID {
	if w.tournament.Tournament.ID == "" || !w.tournament.Open() {
		return ""
	}
	return w.tournament.Tournament.ID
}

func (w *world) onTournament(on plan.OnTournament) (plan.Answer, error) {
	if on.Tournament != w.tournament.Tournament.ID {
		return plan.Answer{}, plan.ErrNoTournament
	}
	decided, err := on.Decide(w.tournament, w.facts())
	if err != nil {
		return plan.Answer{}, err
	}
	if decided.Next != nil {
		w.tournament.Tournament = *decided.Next
	}
	if decided.Show != 0 {
		return plan.Answer{As: decided.Show, Content: w.Tournament(w.tournament)}, nil
	}
	return decided.Answer, nil
}

func (w *world) decide(r *plan.Request, on plan.On) (plan.Decision, error) {
	rec, ok := w.records[on.Match]
	if !ok {
		return plan.Decision{}, plan.ErrNoMatch
	}
	decided, err := on.Decide(r, rec, w.factsOn(rec))
	if err == nil && decided.Vote != nil {
		if rec.Votes = rec.Votes.With(*decided.Vote); decided.Next != nil {
			rec.Match, decided.Next = *decided.Next, nil
		}
		w.records[on.Match] = rec
	}
	if err != nil || decided.Next == nil {
		return decided, err
	}
	w.save(rec.With(*decided.Next))
	return decided, decided.Refused
}

// save stores a match. If it is the computer's turn, the computer moves first.
func (w *world) save(rec match.Record) match.ID {
	if m := rec.Match; m.ToMove().IsComputer() && !m.Watched() && !w.computer.slow {
		var err error
		if m, err = m.PlayComputer(w.computer.choose(m), w.now); err != nil {
			w.t.Fatal(err)
		}
		rec = rec.With(m)
	}
	w.records[rec.Match.ID] = rec
	return rec.Match.ID
}

// answered adds to an answer the response that Discord gets. The response shows the board of the newest stored match if
// the plan asks for the board.
func (w *world) answered(r *plan.Request, done answer, given plan.Answer, on match.ID) answer {
	content := given.Content
	if given.View != nil {
		rec := w.records[on]
		content = w.Live(rec, *given.View, given.As)
		done.Match, done.Version = on, rec.Match.Version
	}
	for i, f := range content.Files {
		if f.Draw != nil {
			if content.Files[i].Content, done.Err = f.Draw(); done.Err != nil {
				w.t.Fatal(done.Err)
			}
		}
	}
	done.Response = content.Response(given.As)
	done.page = given.As == plan.InPlace && r.Message.Private
	return done
}

func (w *world) facts() plan.Facts {
	return plan.Facts{Now: w.now, ID: match.ID(fmt.Sprintf("m%d", len(w.records)+1)), Toss: game.X}
}

func (w *world) factsOn(rec match.Record) plan.Facts {
	f := w.facts()
	f.Ticked = rec.TickAfter(w.back, w.now)
	return f
}

func (w *world) unfinished(in match.Scope) []match.Record {
	var found []match.Record
	for _, rec := range w.records {
		here := rec.Place.Channel == in.Channel || in.Channel == "" && rec.Match.TakesPart(in.Member)
		if here && rec.Match.Status != match.Over {
			found = append(found, rec)
		}
	}
	slices.SortFunc(found, func(a, b match.Record) int { return cmp.Compare(a.Match.ID, b.Match.ID) })
	return found
}

func (w *world) hasPlayed(member string, v game.Variant) bool {
	for _, rec := range w.records {
		if rec.Match.Options.Variant == v && rec.Match.Result.Decided() && rec.Match.Side(member) != game.Empty {
			return true
		}
	}
	return false
}

func (w *world) game(id match.ID) match.Match {
	w.t.Helper()
	rec, ok := w.records[id]
	if !ok {
		w.t.Fatalf("there is no match %s", id)
	}
	return rec.Match
}

// random returns a random source. A failing test logs its seed.
func random(t testing.TB, seed uint64) *rand.Rand {
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}
