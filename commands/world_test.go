package commands

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

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

// A world is the commands over services in memory, which tests can look into.
type world struct {
	*Commands
	t        testing.TB
	matches  *memory
	computer *computer
	now      time.Time
	toss     game.Mark
	ids      int
}

func newWorld(t testing.TB) *world { return newWorldIn(t, texts.Load()) }

// newWorldIn returns a world with the texts of a catalogue.
func newWorldIn(t testing.TB, catalogue *texts.Catalogue) *world {
	w := &world{t: t, now: began, toss: game.X, matches: &memory{games: make(map[match.ID]Game)}}
	w.computer = &computer{matches: w.matches, now: func() time.Time { return w.now }, choose: firstMove}
	w.Commands = speaking(Services{
		Matches: w.matches, Computer: w.computer,
		Now:  func() time.Time { return w.now },
		Toss: func() game.Mark { return w.toss },
		NewID: func() match.ID {
			w.ids++
			return match.ID(fmt.Sprintf("m%d", w.ids))
		},
	}, catalogue)
	return w
}

// game returns a match as it is stored.
func (w *world) game(id match.ID) match.Match {
	w.t.Helper()
	g, err := w.matches.Find(context.Background(), id)
	if err != nil {
		w.t.Fatalf("match %s: %v", id, err)
	}
	return g.Match
}

// memory is Matches in a map.
type memory struct {
	mu     sync.Mutex
	games  map[match.ID]Game
	broken error    // what Change and InChannel return, if anything
	done   match.ID // what every interaction has been carried out on before, if anything
}

func (s *memory) Create(_ context.Context, m match.Match, at Place) (Game, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := Game{Match: m, Place: at}
	s.games[m.ID] = g
	return g, nil
}

func (s *memory) CarriedOut(context.Context) (Game, bool) {
	if s.done == "" {
		return Game{}, false
	}
	g, err := s.Find(context.Background(), s.done)
	return g, err == nil
}

func (s *memory) Find(_ context.Context, id match.ID) (Game, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.games[id]
	if !ok {
		return Game{}, ErrNoMatch
	}
	return g, nil
}

func (s *memory) Change(_ context.Context, id match.ID, change func(match.Match) (match.Match, error)) (Game, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.games[id]
	switch {
	case s.broken != nil:
		return g, s.broken
	case !ok:
		return Game{}, ErrNoMatch
	}
	m, err := change(g.Match)
	if err != nil {
		return g, err
	}
	g.Match = m
	s.games[id] = g
	return g, nil
}

func (s *memory) InChannel(_ context.Context, channel string) ([]Game, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Game
	for _, g := range s.games {
		if g.Place.Channel == channel && g.Match.Status != match.Over {
			found = append(found, g)
		}
	}
	slices.SortFunc(found, func(a, b Game) int { return cmp.Compare(a.Match.ID, b.Match.ID) })
	return found, s.broken
}

// computer is a Computer that answers at once, or never when it is slow.
type computer struct {
	matches *memory
	now     func() time.Time
	choose  func(match.Match) game.Square
	slow    bool
	draws   bool // whether it takes draws
}

func firstMove(m match.Match) game.Square { return m.Position().Moves()[0] }

func (c *computer) Reply(ctx context.Context, g Game) Game {
	if c.slow || g.Match.Watched() || !g.Match.ToMove().IsComputer() {
		return g
	}
	answered, err := c.matches.Change(ctx, g.Match.ID, func(m match.Match) (match.Match, error) {
		return m.PlayComputer(c.choose(m), c.now())
	})
	if err != nil {
		panic(err) // a fault of the test
	}
	return answered
}

func (c *computer) AcceptsDraw(context.Context, match.Match) bool { return c.draws }

// An actor is a member acting in a channel of the world.
type actor struct {
	w       *world
	id      string
	guild   string // "" for a direct or group message
	channel string
	context discordgo.InteractionContextType
	locale  discordgo.Locale
}

// as returns a member in the server's channel.
func (w *world) as(id string) actor {
	return actor{w: w, id: id, guild: "500", channel: "600", locale: discordgo.EnglishUS}
}

// interaction returns an interaction of the member's.
func (a actor) interaction(t discordgo.InteractionType, data discordgo.InteractionData) *discordgo.Interaction {
	i := &discordgo.Interaction{
		ID: "1", AppID: me, Type: t, Data: data, GuildID: a.guild, ChannelID: a.channel, Locale: a.locale, Context: a.context,
	}
	user := &discordgo.User{ID: a.id}
	if a.guild == "" {
		i.User = user
		return i
	}
	guildLocale := discordgo.EnglishUS
	i.GuildLocale, i.Member = &guildLocale, &discordgo.Member{User: user}
	return i
}

// handle gives an interaction to the commands and checks what is true of every
// answer.
func (a actor) handle(i *discordgo.Interaction) Reply {
	a.w.t.Helper()
	reply := a.w.Handle(context.Background(), i)
	checkReply(a.w.t, i, reply)
	return reply
}

// types uses a slash command. options are names and values by turns; the value
// of a member is an id.
func (a actor) types(name string, options ...any) Reply {
	a.w.t.Helper()
	return a.handle(a.interaction(discordgo.InteractionApplicationCommand, typing(name, options...)))
}

// completes asks for the completions of an option, the last of the options.
func (a actor) completes(name string, options ...any) []string {
	a.w.t.Helper()
	data := typing(name, options...)
	data.Options[len(data.Options)-1].Focused = true
	reply := a.handle(a.interaction(discordgo.InteractionApplicationCommandAutocomplete, data))
	var offered []string
	for _, c := range reply.Response.Data.Choices {
		offered = append(offered, c.Value.(string))
	}
	return offered
}

// typing returns the data of a slash command as Discord sends it: everybody but
// "gone" is in the server, "bot" is another bot.
func typing(name string, options ...any) discordgo.ApplicationCommandInteractionData {
	data := discordgo.ApplicationCommandInteractionData{
		Name: name, CommandType: discordgo.ChatApplicationCommand, Resolved: resolved(),
	}
	for i := 0; i < len(options); i += 2 {
		value := options[i+1]
		if n, ok := value.(int); ok {
			value = float64(n)
		}
		data.Options = append(data.Options, &discordgo.ApplicationCommandInteractionDataOption{
			Name: options[i].(string), Value: value,
		})
	}
	return data
}

// Users that Discord resolves besides ann, ben and eve.
const (
	otherBot = "9001"
	gone     = "1009" // has left the server
)

func resolved() *discordgo.ApplicationCommandInteractionDataResolved {
	r := &discordgo.ApplicationCommandInteractionDataResolved{
		Users: map[string]*discordgo.User{}, Members: map[string]*discordgo.Member{},
	}
	for _, id := range []string{ann, ben, eve, me, otherBot, gone} {
		r.Users[id] = &discordgo.User{ID: id, Bot: id == me || id == otherBot}
		if id != gone {
			r.Members[id] = &discordgo.Member{}
		}
	}
	return r
}

// presses presses a button, or chooses values from a menu, by its custom id.
func (a actor) presses(id string, values ...string) Reply {
	a.w.t.Helper()
	return a.handle(a.interaction(discordgo.InteractionMessageComponent,
		discordgo.MessageComponentInteractionData{CustomID: id, Values: values}))
}

// on presses the button or menu of an action that must be on a message and
// enabled.
func (a actor) on(message Reply, action string, values ...string) Reply {
	a.w.t.Helper()
	for _, p := range pressable(message.Response.Data.Components) {
		if p.action() == action {
			return a.presses(p.id, values...)
		}
	}
	a.w.t.Fatalf("no %q to press in\n%s", action, script(message))
	return Reply{}
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
