package e2e

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/commands"
	"noughts/commands/plan"
	said "noughts/commands/texts"
	"noughts/render/golden"
)

// A presser is a member who presses something at a place. Each presser is a column of testdata/presses.golden.
type presser struct {
	title string
	who   int // ann, ben or eve
	where int // inChannel, and so on
	old   bool
}

// These are the members of a stand (the server, members and match of one press). Ann has started
// the match, ben plays in it, and eve does not. Gone has left the server.
const (
	ann = iota + 1
	ben
	eve
	gone
)

// These are the places from which members press. The match is in the first channel. The hidden channel is in the same
// server: eve is in it, but cannot see the first channel. In the other server eve is an administrator.
const (
	inChannel = iota + 1
	inHidden
	inOtherServer
	inDirectMessage
)

var pressers = []presser{
	{"who began it", ann, inChannel, false},
	{"the other player", ben, inChannel, false},
	{"a stranger there", eve, inChannel, false},
	{"a stranger from another channel", eve, inHidden, false},
	{"a stranger from another server", eve, inOtherServer, false},
	{"a stranger in a direct message", eve, inDirectMessage, false},
	{"who began it, in a direct message", ann, inDirectMessage, false},
	{"who began it, on an old board", ann, inChannel, true},
}

// A countingStore counts the successful changes that members make. It does not count the bot's own changes, which have
// no idempotency key.
type countingStore struct {
	hookedStore
	changes atomic.Int64
}

func (s *countingStore) count(_ context.Context, method string, about any, call func() error) error {
	err := call()
	changes := strings.HasPrefix(method, "Save") || strings.HasPrefix(method, "Change") || method == "Vote" || method == "Forget"
	change, saves := about.(store.Change)
	isOwn := saves && change.IdempotencyKey == "" || method == "SaveTournament" && about == ""
	if changes && !isOwn && err == nil {
		s.changes.Add(1)
	}
	return err
}

// A counter sends signed interactions to a bot over HTTP, answers the bot's API requests like Discord, and
// counts the changes in the bot's store.
type counter struct {
	t        *testing.T
	kept     *countingStore
	endpoint *pipes
	client   *http.Transport
	key      ed25519.PrivateKey
	log      *logBuffer
	mu       sync.Mutex // guards asked
	number   int        // of the last interaction
	asked    []string   // paths of the bot's own requests
}

// RoundTrip answers the bot's API requests. Each server has two channels, and eve sees only the second one.
func (c *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	c.mu.Lock()
	c.asked = append(c.asked, r.URL.EscapedPath())
	c.mu.Unlock()
	var answer any = object{"id": application}
	words := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/v9/"), "/")
	switch last := words[len(words)-1]; {
	case last == "commands", last == "emojis":
		answer = []any{}
	case last == "roles":
		answer = []any{object{"id": words[1], "permissions": "1024"}}
	case last == "channels":
		s := stand{number: numberOf(words[1])}
		hidden := object{"id": words[1], "type": 0, "allow": "0", "deny": "1024"}
		answer = []any{object{"id": s.place(inChannel), "permission_overwrites": []any{hidden}}, object{"id": s.place(inHidden), "permission_overwrites": []any{}}}
	}
	status := http.StatusOK
	if strings.HasSuffix(r.URL.Path, strconv.Itoa(100+gone)) && strings.Contains(r.URL.Path, "/members/") {
		status, answer = http.StatusNotFound, object{"code": 10007, "message": "Unknown Member"}
	}
	return &http.Response{
		StatusCode: status, Request: r, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(encoded(answer))),
	}, nil
}

// open starts a bot and returns the counter that sends interactions to it. The function `stop` stops the bot.
func open(t *testing.T) (c *counter, stop func()) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.NewChaCha8([32]byte{3}))
	if err != nil {
		t.Fatal(err)
	}
	c = &counter{t: t, kept: &countingStore{}, endpoint: newPipes(), key: private, log: &logBuffer{}}
	c.kept.hookedStore = hookedStore{storetest.Memory(t), c.kept.count}
	c.client = &http.Transport{DialContext: c.endpoint.dial}
	deps := bot.Deps{
		Transport: c, HTTPListener: c.endpoint, Store: c.kept, Rand: rand.NewChaCha8([32]byte{4}),
		Limits: limits.Defaults, Logger: slog.New(slog.NewJSONHandler(c.log, nil)),
	}
	against(topDown)(nil, &deps)
	deps.Limits.Member.Burst, deps.Limits.Server.Burst = 1e6, 1e6
	b, err := bot.New(bot.Config{Token: config.Secret("token"), PublicKey: public, Workers: 2}, deps)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	<-b.Ready()
	time.Sleep(time.Minute)
	return c, func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
		c.client.CloseIdleConnections()
	}
}

// send signs and sends an interaction, and returns the status and the body of the reply.
func (c *counter) send(payload object) (int, []byte) {
	c.t.Helper()
	body := encoded(payload)
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, "http://noughts.test/interactions", bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(c.key, append([]byte(stamp), body...))))
	reply, err := c.client.RoundTrip(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }()
	said, err := io.ReadAll(reply.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	synctest.Wait()
	return reply.StatusCode, said
}

// These are the outcomes of a press: it changes something in the store, it is answered without a change, or
// it is refused.
const (
	acts    = "acts"
	looks   = "looks"
	refused = "–"
)

// tries has a presser press a custom id. It returns the outcome, the reason if the press is refused, and the reply.
func (c *counter) tries(s stand, id commands.CustomID, p presser) (became, reason string, said []byte) {
	c.t.Helper()
	became, reason, said = c.sends(s.payload(id, p))
	if became == "" {
		c.t.Fatalf("%s of %s: %s\n%s", id.Pattern, p.title, said, c.log)
	}
	return became, reason, said
}

// sends sends an interaction and returns the same results as tries. The outcome is "" if the bot does not handle the
// interaction at all.
func (c *counter) sends(payload object) (became, reason string, said []byte) {
	c.t.Helper()
	c.number++
	interaction := snowflake(time.Now(), c.number)
	payload["id"], payload["token"] = interaction, "token"+interaction
	before := c.kept.changes.Load()
	status, said := c.send(payload)
	if status != http.StatusOK {
		return "", "", said
	}
	for line := range strings.Lines(c.log.String()) {
		var entry struct{ ID, Outcome, Err string }
		if json.Unmarshal([]byte(line), &entry) != nil || entry.ID != interaction {
			continue
		}
		switch {
		case entry.Outcome == "refused":
			return refused, entry.Err, said
		case entry.Outcome != "done":
			c.t.Errorf("%v: %s %s", payload["data"], entry.Outcome, entry.Err)
		case c.kept.changes.Load() > before:
			return acts, "", said
		}
		return looks, "", said
	}
	return "", "", said
}

// TestWhoMayPress sends a press of every custom id by every presser, over signed HTTP. The outcomes must equal
// testdata/presses.golden, which has a row for each custom id. Strangers who cannot see a match's channel must learn
// nothing of the match, and nobody may act on a match from another place. Somebody must be able to press each custom
// id.
func TestWhoMayPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, stop := open(t)
		defer stop()
		var page strings.Builder
		page.WriteString(pressesHead)
		row := func(words ...string) { page.WriteString("| " + strings.Join(words, " | ") + " |\n") }
		titles, lines := []string{"custom id"}, []string{"---"}
		for _, p := range pressers {
			titles, lines = append(titles, p.title), append(lines, "---")
		}
		row(titles...)
		row(lines...)
		all := commands.New(said.Load(), "", commands.Installed{}).CustomIDs()
		slices.SortFunc(all, func(a, b commands.CustomID) int {
			return cmp.Or(strings.Compare(a.Pattern, b.Pattern), cmp.Compare(a.Kind, b.Kind))
		})
		number := 0
		for i, id := range all {
			if testing.Short() && i%5 != 0 { // with -short, as under the race detector, the test tries every fifth custom id
				continue
			}
			cells, reasons, isForm := []string{"`" + id.Pattern + "`"}, []string(nil), id.Kind == plan.Form
			if isForm {
				cells[0] += " (form)"
			}
			for _, p := range pressers {
				if p.old && !strings.Contains(id.Pattern, "{version}") {
					cells = append(cells, "")
					continue
				}
				number++
				s := stand{number: number, rand: rand.New(rand.NewPCG(5, uint64(number)))}
				c.setUp(&s, id.Pattern)
				became, reason, said := c.tries(s, id, p)
				cells, reasons = append(cells, became), append(reasons, reason)
				c.checkPrivacy(s, id, p, became, said)
			}
			if row(cells...); !slices.Contains(cells, acts) && !slices.Contains(cells, looks) {
				t.Errorf("nobody may press %s: give it a state in pressStates, or values in pressVars. Refused for %q", id.Pattern, reasons)
			}
		}
		if !testing.Short() {
			golden.Check(t, "presses.golden", page.String())
		}
	})
}

// TestForgedIDsAreRefused sends signed interactions with other texts in place of Discord ids, and with
// channels of another server. They must change nothing in the store, and the texts must not get into the
// paths of the bot's requests.
func TestForgedIDsAreRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, stop := open(t)
		defer stop()
		s, other := stand{number: 1}, stand{number: 2}
		manager := pressers[0]
		command := func(name, option string, kind int, value any, channels object) object {
			i := s.payload(commands.CustomID{Kind: plan.Press}, manager)
			i["type"], i["data"] = 2, object{
				"type": 1, "name": name, "options": []any{object{"type": kind, "name": option, "value": value}}, "resolved": object{"channels": channels},
			}
			return i
		}
		chooses := func(setting string, menu int, channels object, values ...string) object {
			i := s.payload(commands.CustomID{Kind: plan.Press}, manager)
			i["data"] = object{"custom_id": "/config/" + setting, "component_type": menu, "values": values, "resolved": object{"channels": channels}}
			return i
		}
		there := func(id, guild string) object {
			return object{id: object{"type": 0, "guild_id": guild, "permissions": "3072"}}
		}
		forged := map[string]object{}
		for _, id := range []string{"@everyone", "1\n2", "../../x", "0", ""} {
			for _, kind := range []int{3, 6, 7} {
				forged[fmt.Sprintf("/challenge member:%q as %d", id, kind)] = command("challenge", "member", kind, id, nil)
				forged[fmt.Sprintf("/team channel:%q as %d", id, kind)] = command("team", "channel", kind, id, there(id, s.guild()))
			}
			for _, menu := range []int{3, 8} {
				for _, setting := range []string{"channels", "daily", "log"} {
					forged[fmt.Sprintf("%s %q as %d", setting, id, menu)] = chooses(setting, menu, there(id, s.guild()), id)
				}
			}
		}
		abroad := other.place(inHidden)
		for name, channels := range map[string]object{"named": there(abroad, other.guild()), "forged": there(abroad, s.guild()), "not named": nil} {
			forged["a channel of another server for a team, "+name] = command("team", "channel", 7, abroad, channels)
			forged["a channel of another server for games, "+name] = chooses("channels", 8, channels, abroad)
			forged["a channel of another server for the log, "+name] = chooses("log", 8, channels, abroad)
		}
		for name, payload := range forged {
			if became, _, said := c.sends(payload); became != "" && became != refused {
				t.Errorf("%s: %s %s", name, became, said)
			}
		}
		if became, reason, _ := c.sends(chooses("log", 8, there(s.place(inHidden), s.guild()), s.place(inHidden))); became != acts {
			t.Errorf("a channel of the server: %s %s", became, reason)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, path := range c.asked {
			if strings.Contains(path, "..") || strings.Contains(path, "x") || strings.Contains(path, other.place(inHidden)) {
				t.Errorf("the bot asked for %s", path)
			}
		}
	})
}

// checkPrivacy checks that a presser in another place than the match's channel learns nothing of a match or a
// tournament. The reply must be a refusal, must be the same as for a match that does not exist, and must not contain
// the ids of the players or the channel.
func (c *counter) checkPrivacy(s stand, id commands.CustomID, p presser, became string, said []byte) {
	c.t.Helper()
	onMatch := strings.Contains(id.Pattern, "{match}") || strings.Contains(id.Pattern, "{tournament}") || strings.HasPrefix(id.Pattern, "/pick/") && p.who == eve // players know their own matches
	elsewhere := p.where != inChannel
	if strings.HasPrefix(id.Pattern, "/t/") && p.where == inHidden {
		return // a tournament is visible in the whole server
	}
	if elsewhere && (onMatch || looksBack(id.Pattern) && p.who == eve) && became != refused {
		c.t.Errorf("%s of %s is not refused: %s", id.Pattern, p.title, said)
	}
	if elsewhere && onMatch {
		nobodys := s
		nobodys.match = "nosuchmatch"
		if _, _, other := c.tries(nobodys, id, p); !bytes.Equal(said, other) {
			c.t.Errorf("%s of %s tells a match from none:\n%s\n%s", id.Pattern, p.title, said, other)
		}
	}
	for _, secret := range []string{s.user(ann), s.user(ben), s.place(inChannel)} {
		named := strings.Contains(id.Pattern, "{member}") || pressValues[id.Pattern] == "member" // the press itself names a member, so the reply may repeat that id
		if elsewhere && p.who == eve && !named && bytes.Contains(said, []byte(secret)) {
			c.t.Errorf("%s tells %s of %s: %s", id.Pattern, p.title, secret, said)
		}
	}
}

const pressesHead = `# Who may press what

Every custom id of the bot's buttons, menus and forms, and what becomes of a press. ` + "`NOUGHTS_UPDATE=1 go test ./bot/e2e -run TestWhoMayPress`" + `
writes this page: the test presses each as everybody, over signed HTTP, in a state that lets somebody press.

- **acts**: something is stored.
- **looks**: the press is answered, and nothing is stored.
- **–**: the press is refused with a private sentence.

The stranger from another channel does not see the channel of the match. The stranger from another server is an
administrator there. A cell is empty where a custom id names no version of a board.

`
