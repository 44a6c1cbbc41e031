package bot

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands"
	"noughts/game/match"
)

// A counter is a Discord that notes what it is asked: "POST callback 5",
// "PATCH @original", each with the texts in it.
type counter struct {
	mu     sync.Mutex
	asked  []string
	refuse func(request string) *http.Response
}

func (c *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	request := r.Method + " " + r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:] + " " + string(body)
	c.mu.Lock()
	c.asked = append(c.asked, strings.TrimSpace(request))
	refuse := c.refuse
	c.mu.Unlock()
	if refuse != nil {
		if answer := refuse(request); answer != nil {
			return answer, nil
		}
	}
	return answering(200, `{"id":"made","resource":{"message":{"id":"made"}}}`), nil
}

func (c *counter) requests() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.asked)
}

// A porter is an answerer that only carries.
type porter struct {
	mu   sync.Mutex
	sent []sent
}

func (p *porter) answer(ctx context.Context, by carrier, i *discordgo.Interaction, r commands.Reply) error {
	s, err := by.carry(ctx, i, r.Response)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, s)
	return err
}

func (*porter) settle(match.ID) {}

// aCommand returns a slash command.
func aCommand(id string) *discordgo.Interaction {
	i := aPress(id, "", "")
	i.Type, i.Message = discordgo.InteractionApplicationCommand, nil
	i.Data = discordgo.ApplicationCommandInteractionData{Name: "test"}
	return i
}

// says returns an answer with a text.
func says(kind discordgo.InteractionResponseType, text string, flags discordgo.MessageFlags) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{Content: text, Flags: flags}}
}

// slowly handles an interaction after so long, and returns what Discord was
// asked.
func slowly(t *testing.T, c *counter, i *discordgo.Interaction, r *discordgo.InteractionResponse, takes time.Duration) ([]string, *porter, string) {
	t.Helper()
	s := &script{handle: func(ctx context.Context, _ *discordgo.Interaction) commands.Reply {
		select {
		case <-time.After(takes):
		case <-ctx.Done():
		}
		return commands.Reply{Response: r}
	}}
	p, log := &porter{}, &logged{}
	d := newDispatcher(s, p, newREST(c, ""), log.logger())
	d.take(created(t, i), nothing)
	if err := d.close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c.requests(), p, log.String()
}

func TestWhatTakesLongIsDeferred(t *testing.T) {
	t.Parallel()
	const private = discordgo.MessageFlagsEphemeral
	const v2 = discordgo.MessageFlagsIsComponentsV2
	choices := aCommand("5")
	choices.Type = discordgo.InteractionApplicationCommandAutocomplete
	for name, c := range map[string]struct {
		i        *discordgo.Interaction
		r        *discordgo.InteractionResponse
		takes    time.Duration
		want     []string
		followUp bool
	}{
		"a quick answer": {aCommand("5"), says(anew, "done", 0), deferAfter - time.Millisecond,
			[]string{`POST callback {"type":4,"data":{"tts":false,"content":"done","components":null,"embeds":null}}`}, false},
		"a command": {aCommand("5"), says(anew, "done", v2), 5 * time.Second,
			[]string{`POST callback {"type":5}`, `PATCH @original {"content":"done","flags":32768}`}, false},
		"a private answer to a command": {aCommand("5"), says(anew, "no", private), 5 * time.Second,
			[]string{`POST callback {"type":5}`, `DELETE @original`, `POST token-5 {"content":"no","flags":64}`}, true},
		"a press": {aPress("5", "6", "/x"), says(inPlace, "done", v2), 5 * time.Second,
			[]string{`POST callback {"type":6}`, `PATCH @original {"content":"done","flags":32768}`}, false},
		"a private answer to a press": {aPress("5", "6", "/x"), says(anew, "no", private), 5 * time.Second,
			[]string{`POST callback {"type":6}`, `POST token-5 {"content":"no","flags":64}`}, true},
		"a handler that does not end": {aCommand("5"), says(anew, "at last", 0), time.Hour,
			[]string{`POST callback {"type":5}`, `PATCH @original {"content":"at last"}`}, false},
		"choices": {choices, &discordgo.InteractionResponse{Type: 8}, time.Hour,
			[]string{`POST callback {"type":8,"data":{"choices":[]}}`}, false},
		"a form": {aCommand("5"), &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal}, 5 * time.Second,
			[]string{`POST callback {"type":5}`, `POST token-5 {"content":"` + textBroken + `","flags":64,"allowed_mentions":{"parse":[],"replied_user":false}}`}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				got, p, log := slowly(t, &counter{}, c.i, c.r, c.takes)
				if !slices.Equal(got, c.want) {
					t.Errorf("asked %q\nwant  %q", got, c.want)
				}
				if len(p.sent) != 1 || p.sent[0].followUp != c.followUp {
					t.Errorf("sent %+v\n%s", p.sent, log)
				}
			})
		})
	}
}

// What waits in a lane asks for more time, too.
func TestALaneThatIsBusyCostsNobodyTheAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, p := &counter{}, &porter{}
		s := &script{handle: func(context.Context, *discordgo.Interaction) commands.Reply {
			time.Sleep(4 * time.Second)
			return commands.Reply{Response: says(inPlace, "done", 0)}
		}}
		d := newDispatcher(s, p, newREST(c, ""), quiet)
		for _, id := range []string{"1", "2", "3"} {
			d.take(created(t, aPress(id, "6", "/m/a/1/b2")), nothing)
		}
		time.Sleep(deferAfter)
		synctest.Wait()
		if got := len(c.requests()); got != 3 {
			t.Errorf("%d of 3 have asked for more time", got)
		}
		if err := d.close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.requests(); len(got) != 6 || len(p.sent) != 3 {
			t.Errorf("asked %q", got)
		}
	})
}

func TestWithoutMoreTimeTheAnswerCanStillCome(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &counter{refuse: func(request string) *http.Response {
			if strings.Contains(request, `"type":5`) {
				return answering(500, "")
			}
			return nil
		}}
		got, _, log := slowly(t, c, aCommand("5"), says(anew, "done", 0), deferAfter+100*time.Millisecond)
		if len(got) != 2 || !strings.Contains(got[1], "done") || !strings.Contains(log, "could not ask for more time") {
			t.Errorf("asked %q\n%s", got, log)
		}
		begun := time.Now()
		got, _, _ = slowly(t, c, aCommand("6"), says(anew, "cut short", 0), time.Hour)
		if took := time.Since(begun); len(got) != 4 || took != answerLimit {
			t.Errorf("asked %q within %v", got, took)
		}
	})
}

func TestALateAnswerPersists(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		c := &counter{refuse: func(request string) *http.Response {
			if !strings.Contains(request, "PATCH") {
				return nil
			}
			switch tries++; tries {
			case 1:
				return answering(429, `{"message":"slow","retry_after":2}`)
			case 2:
				return answering(502, "<html>")
			}
			return nil
		}}
		_, _, log := slowly(t, c, aCommand("5"), says(anew, "done", 0), 5*time.Second)
		if tries != 3 || !strings.Contains(log, "outcome=done") {
			t.Errorf("%d tries\n%s", tries, log)
		}
	})
}

func TestOneAnswerOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &counter{}
		rest := newREST(c, "")
		p := newPending(aCommand("5"), time.Now(), byCallback{rest}, newDispatcher(&script{}, &porter{}, rest, quiet))
		defer p.close()
		if _, err := p.carry(t.Context(), p.i, says(anew, "one", 0)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.carry(t.Context(), p.i, says(anew, "two", 0)); !errors.Is(err, errAnswered) {
			t.Errorf("a second answer: %v", err)
		}
		time.Sleep(time.Minute)
		if got := c.requests(); len(got) != 1 {
			t.Errorf("asked %q", got)
		}
	})
}
