package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/commands"
	"noughts/game/match"
)

// A script is a handler and an answerer that a test writes.
type script struct {
	handle func(ctx context.Context, i *discordgo.Interaction) commands.Reply
	hold   chan struct{} // answers wait for its end, nil for none

	mu      sync.Mutex
	answers []string // id and outcome, in order
	settled []match.ID
}

func (s *script) Handle(ctx context.Context, i *discordgo.Interaction) commands.Reply {
	if s.handle == nil {
		return commands.Reply{Response: pong, Path: "/test"}
	}
	return s.handle(ctx, i)
}

// What a script says when it cannot answer.
const (
	textBusy   = "busy"
	textBroken = "broken"
)

func (s *script) Busy(*discordgo.Interaction) commands.Reply { return privately(textBusy) }

func (s *script) Broken(*discordgo.Interaction) commands.Reply { return privately(textBroken) }

func privately(text string) commands.Reply {
	return commands.Reply{Response: &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{
			Content: text, Flags: discordgo.MessageFlagsEphemeral,
			AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		},
	}}
}

func (s *script) answer(_ context.Context, _ carrier, i *discordgo.Interaction, r commands.Reply) error {
	text := ""
	if r.Response.Data != nil {
		text = r.Response.Data.Content
	}
	if s.hold != nil {
		<-s.hold
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = append(s.answers, i.ID+": "+text)
	return nil
}

func (s *script) settle(id match.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settled = append(s.settled, id)
}

func (s *script) answered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.answers)
}

func TestInteractionsOfAMatchKeepTheirOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{}
		wait := map[string]time.Duration{"1": 300 * time.Millisecond, "2": 200 * time.Millisecond, "4": 100 * time.Millisecond}
		s.handle = func(_ context.Context, i *discordgo.Interaction) commands.Reply {
			time.Sleep(wait[i.ID])
			return commands.Reply{Response: pong}
		}
		d := newDispatcher(s, s, deaf, quiet)
		for _, press := range []string{"1 a", "2 a", "3 a", "4 b"} {
			id, of, _ := strings.Cut(press, " ")
			d.take(created(t, aPress(id, "6", "/m/"+of+"/1/b2")), nothing)
		}
		if err := d.close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := s.answered(), []string{"4: ", "1: ", "2: ", "3: "}; !slices.Equal(got, want) {
			t.Errorf("answered %q, want %q", got, want)
		}
	})
}

func TestAPanicIsAnsweredAndLoggedWithItsStack(t *testing.T) {
	t.Parallel()
	s, log := &script{}, &logged{}
	s.handle = func(context.Context, *discordgo.Interaction) commands.Reply { panic("of a test") }
	d := newDispatcher(s, s, deaf, log.logger())
	d.take(created(t, aPress("1", "6", "/m/a/1/b2")), nothing)
	if err := d.close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.answered(); len(got) != 1 || got[0] != "1: "+textBroken {
		t.Errorf("answered %q", got)
	}
	for _, want := range []string{"of a test", "dispatch_test.go", "outcome=panicked"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
}

// A flood of 5,000 events was 5,009 goroutines in the library. Nothing that has
// begun ends here before the flood has passed: on a busy machine, goroutines that
// have given their place back and not ended yet would count as well.
func TestAFloodIsBoundedAndShedPolitely(t *testing.T) { // alone: it counts goroutines
	synctest.Test(t, func(t *testing.T) {
		const flood = 5000
		passed := make(chan struct{})
		s := &script{hold: passed}
		s.handle = func(context.Context, *discordgo.Interaction) commands.Reply {
			<-passed
			return commands.Reply{Response: pong}
		}
		d := newDispatcher(s, s, deaf, quiet)
		before := runtime.NumGoroutine()
		for n := range flood {
			d.take(created(t, aPress(fmt.Sprint(n), "6", fmt.Sprintf("/m/%d/1/b2", n%1000))), nothing)
		}
		synctest.Wait()
		if most := runtime.NumGoroutine() - before; most > limits.Defaults.Jobs+limits.Defaults.Apologies {
			t.Errorf("%d goroutines, want at most %d", most, limits.Defaults.Jobs+limits.Defaults.Apologies)
		}
		close(passed)
		if err := d.close(t.Context()); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		busy := 0
		for _, a := range s.answered() {
			if strings.HasSuffix(a, textBusy) {
				busy++
			}
		}
		if served := len(s.answered()) - busy; served != limits.Defaults.Jobs || busy != limits.Defaults.Apologies {
			t.Errorf("%d served and %d told to come back, want %d and %d", served, busy, limits.Defaults.Jobs, limits.Defaults.Apologies)
		}
	})
}

func TestOneMatchCannotFillTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{}
		s.handle = func(ctx context.Context, _ *discordgo.Interaction) commands.Reply {
			time.Sleep(10 * time.Millisecond)
			return commands.Reply{Response: pong}
		}
		d := newDispatcher(s, s, deaf, quiet)
		for n := range limits.Defaults.Jobs * 2 {
			d.take(created(t, aPress(fmt.Sprint(n), "6", "/m/flooded/1/b2")), nothing)
		}
		d.take(created(t, aPress("other", "6", "/m/quiet/1/b2")), nothing)
		time.Sleep(15 * time.Millisecond)
		if !slices.Contains(s.answered(), "other: ") {
			t.Error("the other match waits for the flooded one")
		}
		if err := d.close(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

// Without more time, what waits in a lane is too late.
func TestWhatComesTooLateIsNotHandled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &script{}
		handled := 0
		s.handle = func(context.Context, *discordgo.Interaction) commands.Reply {
			handled++
			time.Sleep(answerLimit + time.Millisecond)
			return commands.Reply{Response: pong}
		}
		d := newDispatcher(s, s, deaf, quiet)
		d.take(created(t, aPress("1", "6", "/m/a/1/b2")), nothing)
		d.take(created(t, aPress("2", "6", "/m/a/1/b2")), nothing)
		if err := d.close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if handled != 1 {
			t.Errorf("%d handled, want 1: nobody waits for the second any more", handled)
		}
	})
}

func TestDuplicatesAndOtherEventsAreDropped(t *testing.T) {
	t.Parallel()
	s := &script{}
	d := newDispatcher(s, s, deaf, quiet)
	for range 3 {
		d.take(created(t, aPress("1", "6", "/m/a/1/b2")), nothing)
	}
	d.take(&discordgo.Event{Type: "GUILD_CREATE", Struct: &discordgo.GuildCreate{}}, nothing)
	d.take(&discordgo.Event{Type: "INTERACTION_CREATE"}, nothing)
	if err := d.close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.answered(); len(got) != 1 {
		t.Errorf("answered %q, want one", got)
	}
}

func TestWhatAHandlerChangesIsSettled(t *testing.T) {
	t.Parallel()
	m := aMatch("a")
	r, _ := withMatch(t, m)
	r.changed = func(match.ID) { t.Error("a handler's change was announced before its answer") }
	s := &script{}
	s.handle = func(ctx context.Context, _ *discordgo.Interaction) commands.Reply {
		if _, err := r.Change(ctx, "a", bump); err != nil {
			t.Error(err)
		}
		return commands.Reply{Response: pong}
	}
	d := newDispatcher(s, s, deaf, quiet)
	d.take(created(t, aPress("1", "6", "/m/a/1/b2")), nothing)
	if err := d.close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.settled, []match.ID{"a"}) {
		t.Errorf("settled %v", s.settled)
	}
}

const aMember = `"member":{"user":{"id":"1","username":"alice"}},"locale":"en-US"`

func TestUnknownComponentsDoNotHideAPress(t *testing.T) {
	t.Parallel()
	payload := `{"id":"5","application_id":"99","token":"t","type":3,"channel_id":"7",` + aMember + `,
		"data":{"custom_id":"/m/a/1/b2","component_type":2},
		"message":{"id":"6","channel_id":"7","flags":32768,"components":[{"type":9999,"novelty":true}]}}`
	e := rawEvent(payload)
	if c, ok := e.Struct.(*discordgo.InteractionCreate); !ok || usable(c.Interaction) {
		t.Fatal("the library can read this now: the test has lost its point")
	}
	i, err := readInteraction(e)
	if err != nil {
		t.Fatal(err)
	}
	if i.Message.ID != "6" || i.Message.Flags != discordgo.MessageFlagsIsComponentsV2 || i.MessageComponentData().CustomID != "/m/a/1/b2" {
		t.Errorf("got %+v, message %+v", i, i.Message)
	}
	if lane := laneOf(i); lane != "match a" {
		t.Errorf("lane %q", lane)
	}
}

func TestUnusableInteractionsAreRefused(t *testing.T) {
	t.Parallel()
	for name, payload := range map[string]string{
		"nothing":       `{}`,
		"no JSON":       `{`,
		"no token":      `{"id":"5","type":2,"data":{"name":"help"},` + aMember + `}`,
		"nobody":        `{"id":"5","token":"t","type":2,"data":{"name":"help"}}`,
		"no user":       `{"id":"5","token":"t","type":2,"data":{"name":"help"},"member":{}}`,
		"no custom id":  `{"id":"5","token":"t","type":3,"data":{},` + aMember + `}`,
		"unknown type":  `{"id":"5","token":"t","type":77,"data":{"name":"help"},` + aMember + `}`,
		"data of wrong": `{"id":"5","token":"t","type":2,"data":"help",` + aMember + `}`,
		"a ping":        `{"id":"5","token":"t","type":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if i, err := readInteraction(rawEvent(payload)); !errors.Is(err, errNoInteraction) {
				t.Errorf("got %+v, %v", i, err)
			}
		})
	}
}

func FuzzReadInteraction(f *testing.F) {
	f.Add(`{"id":"5","token":"t","type":2,"data":{"name":"help"},` + aMember + `}`)
	f.Add(`{"id":"5","token":"t","type":3,"data":{"custom_id":"/m/a"},"message":{"components":[{"type":9999}]},` + aMember + `}`)
	f.Fuzz(func(t *testing.T, payload string) {
		if !json.Valid([]byte(payload)) {
			return // the library reports such an event and passes none on
		}
		if i, err := readInteraction(rawEvent(payload)); err == nil && (!usable(i) || laneOf(i) == "") {
			t.Errorf("an unusable interaction came out of %s", payload)
		}
	})
}

func TestLanes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		i    *discordgo.Interaction
		want string
	}{
		"a press":       {aPress("5", "6", "/m/abc/3/b2"), "match abc"},
		"another press": {aPress("5", "6", "/pick/move/b2"), "interaction 5"},
		"a command": {&discordgo.Interaction{ID: "5", Data: discordgo.ApplicationCommandInteractionData{Name: "move"}},
			"interaction 5"},
		"a modal": {&discordgo.Interaction{ID: "5", Data: discordgo.ModalSubmitInteractionData{CustomID: "/m/abc"}},
			"match abc"},
	} {
		if got := laneOf(c.i); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestRecentForgetsTheOldest(t *testing.T) {
	t.Parallel()
	r := newRecent(2)
	for _, step := range []struct {
		id    string
		again bool
	}{{"a", false}, {"a", true}, {"b", false}, {"c", false}, {"c", true}, {"b", true}, {"a", false}} {
		if got := r.again(step.id); got != step.again {
			t.Errorf("%s seen before: %v", step.id, got)
		}
	}
	if len(r.seen) > 2 {
		t.Errorf("%d ids are kept", len(r.seen))
	}
}
