package bot

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

// A fixture is an interaction as Discord has delivered it, and the answer that
// it got.
type fixture struct {
	id, token string
	kind      int
	at        time.Duration // since the start
	payload   []byte
	answer    []byte
	message   string // that the answer made, as far as the bot has asked
}

// A recording is the fixtures of a story.
type recording struct {
	mu       sync.Mutex
	start    time.Time
	fixtures []*fixture
}

// delivered notes an interaction.
func (r *recording) delivered(d discordtest.Delivery) {
	var i struct {
		ID, Token string
		Type      int
	}
	if err := json.Unmarshal(d.Interaction, &i); err != nil {
		panic(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fixtures = append(r.fixtures, &fixture{id: i.ID, token: i.Token, kind: i.Type, at: d.Time.Sub(r.start), payload: d.Interaction})
}

// observed notes an answer, or the id of the message that it made.
func (r *recording) observed(e discordtest.Exchange) {
	var m messageID
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range r.fixtures {
		switch {
		case !strings.Contains(e.Path, f.token):
		case strings.HasSuffix(e.Path, "/callback"):
			f.answer = e.Body
		case e.Method == http.MethodGet && e.Status == http.StatusOK && json.Unmarshal(e.Answer, &m) == nil:
			f.message = m.ID
		}
	}
}

// same is what both transports must have alike for their answers to be: the
// dice. The bubble has the time.
func same() io.Reader { return rand.NewChaCha8([32]byte{1}) }

// record plays a story on a bot of its own, over HTTP.
func record(t *testing.T) []*fixture {
	t.Helper()
	r := &recording{}
	synctest.Test(t, func(t *testing.T) {
		r.start = time.Now()
		discord := discordtest.NewServer(discordtest.WithInteractionObserver(r.delivered), discordtest.WithObserver(r.observed))
		discord.StartInMemory()
		t.Cleanup(discord.Close)
		app, guild := discord.NewApplication("Noughts"), discord.NewGuild("House")
		channel := guild.NewChannel("games")
		alice, bob := discord.NewUser("alice"), discord.NewUser("bob")
		guild.Add(alice, bob)
		guild.Install(app)
		key, err := hex.DecodeString(app.PublicKey)
		if err != nil {
			t.Fatal(err)
		}
		transport := &http.Transport{DialContext: discord.DialContext}
		b, err := New(Config{Token: Secret(app.Token), APIURL: discord.URL(), PublicKey: key},
			Deps{Transport: transport, HTTPListener: discord.Listen("noughts.test"), Rand: same()})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		done := make(chan error, 1)
		go func() { done <- b.Run(ctx) }()
		<-b.Ready()
		if err := app.SetInteractionsURL("http://noughts.test/interactions"); err != nil {
			t.Fatal(err)
		}
		tell(t, discordtest.Play(t, alice.In(channel)), discordtest.Play(t, bob.In(channel)))
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		transport.CloseIdleConnections()
	})
	return r.fixtures
}

// tell tells the story: every command, buttons and menus, what is refused, and
// games to their ends.
func tell(t *testing.T, alice, bob *discordtest.Player) {
	t.Helper()
	for _, step := range []func(){
		func() { alice.Uses("/help") }, func() { alice.Uses("/rules") }, func() { alice.Uses("/games") },
		func() { alice.Uses("/resign") },                                                                             // she has no game
		func() { alice.Uses("/classic opponent:@bob first:random clock:60") }, func() { alice.PressesID("/accept") }, // it is her own
		func() { bob.PressesID("/accept") },
		func() { alice.PressesID("/b2") }, func() { bob.PressesID("/b2") }, func() { alice.PressesID("/a1") }, // in turn or not
		func() { alice.Completes("/move", "square", "c") }, func() { bob.Completes("/move", "square", "") },
		func() { bob.Uses("/move square:c3") }, func() { alice.Uses("/move square:k77") },
		func() { alice.Uses("/board") }, func() { bob.Uses("/games") },
		func() { alice.Uses("/draw") }, func() { bob.PressesID("/draw-no") },
		func() { bob.Uses("/takeback") }, func() { alice.PressesID("/takeback-yes") },
		func() { alice.PressesID("/rules") }, func() { alice.PressesID("/resign") }, func() { alice.PressesID("/resign-yes") },
		func() { bob.PressesID("/rematch") }, func() { alice.Uses("/games") }, func() { alice.Uses("/resign") },
		func() { alice.Uses("/ultimate level:random style:box") }, func() { alice.PressesID("/board-5") }, func() { alice.PressesID("/e5") },
		func() { alice.Uses("/classic size:9 level:random") }, func() { alice.Chooses("3") }, func() { alice.Chooses("c3") },
		func() { alice.Uses("/move square:a1") }, // in which of her games?
		func() { bob.UsesOn("Challenge to tic-tac-toe", alice.Client().User()) }, func() { alice.PressesID("/decline") },
		func() { bob.Uses("/challenge") }, func() { bob.PressesID("/withdraw") },
		func() { bob.Uses("/classic size:1") }, func() { bob.PressesID("/a1") },
		func() { bob.Uses("/challenge member:@bob") },
	} {
		step()
		time.Sleep(time.Second)
		synctest.Wait()
	}
}

// A desk is a Discord that takes the answers to fixtures.
type desk struct {
	mu       sync.Mutex
	fixtures []*fixture
	answers  map[string][]byte // by the interaction's token
}

func (d *desk) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	message := "none"
	for _, f := range d.fixtures {
		if strings.Contains(r.URL.Path, f.token) {
			message = f.message
			if strings.HasSuffix(r.URL.Path, "/callback") {
				d.answers[f.token] = body
			}
		}
	}
	return answering(200, fmt.Sprintf(`{"id":%q,"resource":{"message":{"id":%[1]q}}}`, message)), nil
}

// replay gives the fixtures to a new bot, at their times, and returns its answers.
func replay(t *testing.T, fixtures []*fixture, deliver func(b *Bot, d *desk, f *fixture)) map[string][]byte {
	t.Helper()
	d := &desk{fixtures: fixtures, answers: map[string][]byte{}}
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		b, err := New(Config{Token: "token"}, Deps{Transport: d, Rand: same()})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fixtures {
			time.Sleep(time.Until(start.Add(f.at)))
			deliver(b, d, f)
			synctest.Wait()
		}
		b.stop()
	})
	return d.answers
}

// overGateway delivers a fixture as an event of the gateway.
func overGateway(b *Bot, _ *desk, f *fixture) {
	b.dispatch.take(rawEvent(string(f.payload)), nothing)
}

// overHTTP delivers a fixture as a signed request.
func overHTTP(b *Bot, d *desk, f *fixture) {
	e := &endpoint{key: newSigner(1).public(), dispatch: b.dispatch, log: b.log}
	w := do(e.handler(), post(string(f.payload)))
	d.mu.Lock()
	defer d.mu.Unlock()
	d.answers[f.token] = w.Body.Bytes()
}

// The same handlers give byte for byte the same answers, whichever way an
// interaction comes.
func TestBothTransportsAnswerByteForByteTheSame(t *testing.T) {
	t.Parallel()
	fixtures := record(t)
	byGateway, byHTTP := replay(t, fixtures, overGateway), replay(t, fixtures, overHTTP)
	kinds := map[int]int{}
	for _, f := range fixtures {
		kinds[f.kind]++
		switch {
		case len(f.answer) == 0:
			t.Errorf("%s has no answer", f.payload)
		case !bytes.Equal(byGateway[f.token], byHTTP[f.token]):
			t.Errorf("%s is answered\nover the gateway %s\nover HTTP        %s", f.payload, byGateway[f.token], byHTTP[f.token])
		case !bytes.Equal(byHTTP[f.token], f.answer):
			t.Errorf("%s was answered %s\nand is answered %s", f.payload, f.answer, byHTTP[f.token])
		}
	}
	t.Logf("%d fixtures, by type %v", len(fixtures), kinds)
	for kind, least := range map[int]int{2: 15, 3: 12, 4: 2} {
		if kinds[kind] < least {
			t.Errorf("%d interactions of type %d are no test", kinds[kind], kind)
		}
	}
}
