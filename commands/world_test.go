package commands

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// The members and the bot of the tests.
const (
	ann = "1001"
	ben = "1002"
	eve = "1003" // plays in no match
	me  = "9000" // this bot
)

// began is when a world's time begins.
var began = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// A world is the commands with what carries their plans out: matches in a map,
// which tests can look into, and a computer that answers at once.
type world struct {
	*Commands
	t         testing.TB
	records   map[match.ID]match.Record
	members   map[string]match.Member
	now, back time.Time
	computer  computer
}

// A computer is how the computer plays in a world.
type computer struct {
	choose func(match.Match) game.Square
	slow   bool // it never moves
	draws  bool // it takes draws
}

func newWorld(t testing.TB) *world { return newWorldIn(t, texts.Load()) }

// newWorldIn returns a world with the texts of a catalogue.
func newWorldIn(t testing.TB, catalogue *texts.Catalogue) *world {
	return &world{
		t: t, Commands: speaking(catalogue, "", Installed{}), records: make(map[match.ID]match.Record), members: make(map[string]match.Member), now: began,
		computer: computer{choose: func(m match.Match) game.Square { return m.Position().Moves()[0] }},
	}
}

// An answer is what became of a request.
type answer struct {
	Response *discordgo.InteractionResponse
	Match    match.ID // whose live board the message shows, "" for none
	Version  int      // of it
	Behind   match.ID // whose live board is elsewhere and to be brought up to date, "" for none
	Err      error    // why the request was refused
	Path     string   // the pattern of its route
	Anew     bool     // the route says that a press is answered with a new message
	page     bool     // it is in the place of a private message
}

// carryOut carries a request's plan out.
func (w *world) carryOut(r *plan.Request) answer {
	route := w.Route(r)
	done := answer{Path: route.Pattern, Anew: route.Anew}
	next, err := route.Handle(r)
	var on match.ID
	for err == nil {
		var given plan.Answer
		switch step := next.(type) {
		case plan.Games:
			next, err = step.Then(w.unfinished(step))
			continue
		case plan.Member:
			m := w.members[step.ID]
			m.ID = step.ID
			if step.Change != nil {
				step.Change(&m)
				w.members[m.ID] = m
			}
			next, err = step.Then(m)
			continue
		case plan.Played:
			next, err = step.Then(!slices.ContainsFunc(step.Members, func(member string) bool { return !w.hasPlayed(member, step.Variant) }))
			continue
		case plan.AskDraw:
			next, err = step.Then(w.computer.draws)
			continue
		case plan.Answer:
			given = step
		case plan.New:
			var m match.Match
			if m, err = step.Begin(w.facts()); err != nil {
				continue
			}
			place := r.Place
			place.Style, place.Explains = step.Style, step.Explains
			on = w.save(match.Record{Match: m, Place: place})
			given = plan.Answer{As: plan.Anew, Board: &plan.View{Caller: r.User}}
		case plan.On:
			on = step.Match
			var decided plan.Decision
			if decided, err = w.decide(step); err != nil {
				continue
			}
			if next, given = decided.Then, decided.Answer; next != nil {
				continue
			}
			if decided.Next != nil && given.Board == nil {
				done.Behind = on
			}
		}
		return w.answered(r, done, given, on)
	}
	if done.Err = err; w.Stale(err) {
		done.Behind = on
	}
	return w.answered(r, done, w.Refuse(r, err), "")
}

// decide has a plan decide on its match, and saves what it decides.
func (w *world) decide(on plan.On) (plan.Decision, error) {
	rec, ok := w.records[on.Match]
	if !ok {
		return plan.Decision{}, plan.ErrNoMatch
	}
	decided, err := on.Decide(rec, w.facts())
	if err != nil || decided.Next == nil {
		return decided, err
	}
	rec.Match = *decided.Next
	w.save(rec)
	return decided, decided.Refused
}

// save saves a match, and lets the computer move if the match waits for it.
func (w *world) save(rec match.Record) match.ID {
	if m := rec.Match; m.ToMove().IsComputer() && !m.Watched() && !w.computer.slow {
		var err error
		if rec.Match, err = m.PlayComputer(w.computer.choose(m), w.now); err != nil {
			w.t.Fatal(err)
		}
	}
	w.records[rec.Match.ID] = rec
	return rec.Match.ID
}

// answered returns the answer as Discord gets it, with the board of the newest match.
func (w *world) answered(r *plan.Request, done answer, given plan.Answer, on match.ID) answer {
	content := given.Content
	if given.Board != nil {
		rec := w.records[on]
		content = w.Live(rec, *given.Board, given.As)
		done.Match, done.Version = on, rec.Match.Version
	}
	done.Response = content.Response(given.As)
	done.page = given.As == plan.InPlace && r.Message.Private
	return done
}

func (w *world) facts() plan.Facts {
	return plan.Facts{Now: w.now, Back: w.back, ID: match.ID(fmt.Sprintf("m%d", len(w.records)+1)), Toss: game.X}
}

// unfinished returns the unfinished matches of a channel, or of a member everywhere.
func (w *world) unfinished(in plan.Games) []match.Record {
	var found []match.Record
	for _, rec := range w.records {
		here := rec.Place.Channel == in.Channel || in.Channel == "" && takesPart(rec.Match, in.Member)
		if here && rec.Match.Status != match.Over {
			found = append(found, rec)
		}
	}
	slices.SortFunc(found, func(a, b match.Record) int { return cmp.Compare(a.Match.ID, b.Match.ID) })
	return found
}

// hasPlayed says whether a member has played a match of a variant that counts.
func (w *world) hasPlayed(member string, v game.Variant) bool {
	for _, rec := range w.records {
		if rec.Match.Options.Variant == v && rec.Match.Result.Counts() && rec.Match.Side(member) != game.Empty {
			return true
		}
	}
	return false
}

// game returns a match as it is stored.
func (w *world) game(id match.ID) match.Match {
	w.t.Helper()
	rec, ok := w.records[id]
	if !ok {
		w.t.Fatalf("there is no match %s", id)
	}
	return rec.Match
}

// An actor is a member acting in a channel of the world.
type actor struct {
	w       *world
	id      string
	guild   string // "" for a direct or group message
	channel string
	direct  bool
	locale  string
}

// as returns a member in the server's channel.
func (w *world) as(id string) actor {
	return actor{w: w, id: id, guild: "500", channel: "600", locale: "en-US"}
}

// request returns a request of the member's.
func (a actor) request(k plan.Kind, path string) *plan.Request {
	r := &plan.Request{
		ID: "1", App: me, User: a.id, Kind: k, Path: path, Locale: a.locale, Direct: a.direct,
		Place: match.Place{Guild: a.guild, Channel: a.channel, Locale: "en-US"},
	}
	if a.guild == "" {
		r.Place.Locale, r.Place.Away = a.locale, true
	}
	return r
}

// does has a request carried out and checks what is true of every answer.
func (a actor) does(r *plan.Request) answer {
	a.w.t.Helper()
	done := a.w.carryOut(r)
	checkAnswer(a.w.t, r, done)
	return done
}

// types uses a slash command. options are names and values by turns; the value
// of a member is an id.
func (a actor) types(name string, options ...any) answer {
	a.w.t.Helper()
	r := a.request(plan.Command, "/"+name)
	r.Options = typing(options...)
	return a.does(r)
}

// uses uses the user command on a member.
func (a actor) uses(target string) answer {
	a.w.t.Helper()
	r := a.request(plan.Command, "/user/Challenge to tic-tac-toe")
	r.Options = plan.Options{Resolved: resolved(), Target: target}
	return a.does(r)
}

// completes asks for the completions of an option, the last of the options.
func (a actor) completes(name string, options ...any) []string {
	a.w.t.Helper()
	r := a.request(plan.Completion, "/"+name)
	r.Options = typing(options...)
	r.Options.List[len(r.Options.List)-1].Focused = true
	var offered []string
	for _, c := range a.does(r).Response.Data.Choices {
		offered = append(offered, c.Value.(string))
	}
	return offered
}

// typing returns the options of a slash command as Discord sends them.
func typing(options ...any) plan.Options {
	typed := plan.Options{Resolved: resolved()}
	for i := 0; i < len(options); i += 2 {
		value := options[i+1]
		if n, ok := value.(int); ok {
			value = float64(n)
		}
		typed.List = append(typed.List, &plan.Option{
			Name: options[i].(string), Value: value,
		})
	}
	return typed
}

// Users that Discord resolves besides ann, ben and eve.
const (
	otherBot = "9001"
	gone     = "1009" // has left the server
)

// resolved returns what Discord sends about users: everybody but "gone" is in the
// server, and "otherBot" is another bot.
func resolved() plan.Resolved {
	r := plan.Resolved{Users: map[string]*plan.User{}, Members: map[string]*struct{}{}}
	for _, id := range []string{ann, ben, eve, me, otherBot, gone} {
		r.Users[id] = &plan.User{Bot: id == me || id == otherBot}
		if id != gone {
			r.Members[id] = &struct{}{}
		}
	}
	return r
}

// presses presses a button, or chooses values from a menu, by its custom id.
func (a actor) presses(id string, values ...string) answer {
	a.w.t.Helper()
	return a.pressesOn(plan.Message{ID: "800"}, id, values...)
}

// pressesOn is presses on a message.
func (a actor) pressesOn(m plan.Message, id string, values ...string) answer {
	a.w.t.Helper()
	r := a.request(plan.Press, id)
	r.Values, r.Message = values, m
	r.Options.Resolved = resolved()
	done := a.does(r)
	private := done.private() || m.Private && done.Response.Type == discordgo.InteractionResponseUpdateMessage
	if anew := done.Response.Type == discordgo.InteractionResponseChannelMessageWithSource; done.Err == nil && !private && done.Anew != anew {
		a.w.t.Errorf("the route of %q in commands.go has Anew: %t, but %t is answered\n%s", id, done.Anew, anew, script(done))
	}
	return done
}

// on presses the button or menu of an action that must be on a message and
// enabled.
func (a actor) on(message answer, action string, values ...string) answer {
	a.w.t.Helper()
	for _, p := range pressable(message.Response.Data.Components) {
		if p.action() == action {
			return a.pressesOn(plan.Message{ID: "800", Private: message.private() || message.page}, p.id, values...)
		}
	}
	a.w.t.Fatalf("no %q to press in\n%s", action, script(message))
	return answer{}
}

// A press is a button or a menu that a member can use.
type press struct {
	id     string
	values []string // of a menu
}

// action returns the last part of the custom id.
func (p press) action() string { return p.id[strings.LastIndexByte(p.id, '/')+1:] }

// pressable returns every enabled button and menu.
func pressable(components []discordgo.MessageComponent) []press {
	var found []press
	for _, component := range components {
		switch c := component.(type) {
		case discordgo.Container:
			found = append(found, pressable(c.Components)...)
		case discordgo.ActionsRow:
			found = append(found, pressable(c.Components)...)
		case discordgo.Button:
			if !c.Disabled {
				found = append(found, press{id: c.CustomID})
			}
		case discordgo.SelectMenu:
			p := press{id: c.CustomID}
			if c.MenuType == discordgo.UserSelectMenu {
				p.values = []string{ben}
			}
			for _, o := range c.Options {
				p.values = append(p.values, o.Value)
			}
			found = append(found, p)
		}
	}
	return found
}

// random returns a source of chance whose seed a failing test prints.
func random(t testing.TB, seed uint64) *rand.Rand {
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}
