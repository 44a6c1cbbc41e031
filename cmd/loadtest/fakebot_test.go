package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	"noughts/bot/discordtest"
)

// A fakeBot is a bot over HTTP with one deliberate fault. Tests use it to check whether loadtest, the tool under test,
// notices that fault. Its game has no winner: a game ends when the board is full. The bot keeps its games in the file
// that DATABASE_URL names.
type fakeBot struct {
	fault  string
	doomed bool // whether faultExpire has already chosen the challenge that will expire
	afresh bool // whether this is a restart: the file had games when the process started
	key    ed25519.PublicKey
	file   string

	mu    sync.Mutex
	Games map[string]*fakeGame
	Count int // interactions so far
}

type fakeGame struct {
	Players [2]string
	Moves   []int
	Started bool
	Doomed  bool // faultExpire chose this challenge: it cannot be accepted, and expires after a restart
	Expired bool
}

// Faults of a fakeBot.
const (
	faultNone   = "none"
	faultForget = "forget" // one game loses its last move when the bot restarts
	faultDrop   = "drop"   // one game disappears when the bot restarts
	faultMute   = "mute"   // one interaction gets no answer
	faultFreeze = "freeze" // the boards of running games have no buttons for squares
	faultCrash  = "crash"  // the process exits by itself
	faultExpire = "expire" // a challenge expires before it is accepted; loadtest must not report that as a fault
)

// runFakeBot is the main function of the fakeBot's process.
func runFakeBot(fault string) error {
	_, file, _ := strings.Cut(os.Getenv("DATABASE_URL"), ":")
	key, err := hex.DecodeString(os.Getenv("DISCORD_PUBLIC_KEY"))
	if err != nil {
		return err
	}
	b := &fakeBot{fault: fault, key: key, file: file, Games: map[string]*fakeGame{}}
	if raw, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(raw, &b.Games); err != nil {
			return err
		}
		b.afresh = len(b.Games) > 0
		b.spoil()
	}
	if err := register(); err != nil {
		return err
	}
	go func() {
		_ = http.ListenAndServe(os.Getenv("OPS_ADDR"), http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	}()
	return http.ListenAndServe(os.Getenv("HTTP_ADDR"), b)
}

// spoil applies faultForget or faultDrop to the games that were read from the file.
func (b *fakeBot) spoil() {
	for id, g := range b.Games {
		switch {
		case len(g.Moves) == 0 || len(g.Moves) == 9:
		case b.fault == faultForget:
			g.Moves = g.Moves[:len(g.Moves)-1]
			return
		case b.fault == faultDrop:
			delete(b.Games, id)
			return
		}
	}
}

// register registers the commands that loadtest uses.
func register() error {
	commands := `[{"name":"classic","description":"x","options":[
		{"type":4,"name":"size","description":"x"},{"type":6,"name":"opponent","description":"x"}]},
		{"name":"board","description":"x"}]`
	token := os.Getenv("DISCORD_TOKEN")
	me, err := rest(http.MethodGet, "/applications/@me", token, "")
	if err != nil {
		return err
	}
	var app struct{ ID string }
	if err := json.Unmarshal(me, &app); err != nil {
		return err
	}
	_, err = rest(http.MethodPut, "/applications/"+app.ID+"/commands", token, commands)
	return err
}

func rest(method, path, token, body string) ([]byte, error) {
	r, err := http.NewRequest(method, os.Getenv("DISCORD_API_URL")+"/api/v10"+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bot "+token)
	r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= 300 {
		err = fmt.Errorf("%s: HTTP %d: %s", path, answer.StatusCode, raw)
	}
	return raw, err
}

// fakeInteraction holds the fields of an interaction that the bot reads.
type fakeInteraction struct {
	ID     string
	Type   int
	Member struct{ User struct{ ID string } }
	Data   struct {
		Name     string
		CustomID string `json:"custom_id"`
		Options  []struct {
			Name  string
			Value any
		}
	}
}

func (b *fakeBot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	stamped := append([]byte(r.Header.Get("X-Signature-Timestamp")), body...)
	if err != nil || !ed25519.Verify(b.key, stamped, signature) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var i fakeInteraction
	if err := json.Unmarshal(body, &i); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	b.mu.Lock()
	answer := b.answer(i)
	if i.Type != 1 {
		b.Count++
	}
	count := b.Count
	b.mu.Unlock()
	switch {
	case b.fault == faultMute && count == 20:
		w.WriteHeader(http.StatusAccepted) // this status promises an answer later, but the bot never sends one
		return
	case b.fault == faultCrash && count == 20:
		os.Exit(3)
	}
	w.Header().Set("Content-Type", "application/json")
	raw, _ := json.Marshal(answer)
	_, _ = io.Copy(w, bytes.NewReader(raw))
}

func (b *fakeBot) answer(i fakeInteraction) any {
	user := i.Member.User.ID
	defer b.save()
	switch {
	case i.Type == 1:
		return map[string]any{"type": 1}
	case i.Data.Name == "classic":
		g := &fakeGame{Players: [2]string{user, ""}}
		for _, o := range i.Data.Options {
			if o.Name == "opponent" {
				g.Players[1], _ = o.Value.(string)
			}
		}
		b.Games[i.ID] = g
		return b.show(4, i.ID)
	case i.Data.Name == "board":
		return b.again(user)
	}
	c, _ := readControl(discordtest.Component{CustomID: i.Data.CustomID})
	g := b.Games[c.match]
	switch {
	case c.action == "more" && g != nil:
		return map[string]any{"type": 4, "data": map[string]any{
			"flags": 1<<15 | 1<<6, "components": []any{map[string]any{"type": 10, "content": "More."}},
		}}
	case g == nil:
		return private("There is no such match.")
	case c.action == "accept" && b.fault == faultExpire && (g.Doomed || !b.doomed && !b.afresh):
		g.Doomed, b.doomed, g.Expired = true, true, b.afresh
		if !g.Expired {
			return private("Not now.")
		}
	case c.action == "accept" && user == g.Players[1]:
		g.Started = true
	case c.action == "resign" || !g.Started || user != g.Players[len(g.Moves)%2] || c.version != g.version():
		return private("Not now.")
	default:
		var square int
		_, _ = fmt.Sscan(strings.TrimPrefix(c.action, "s"), &square)
		g.Moves = append(g.Moves, square)
	}
	return b.show(7, c.match)
}

// again answers the command /board with an unfinished game of the user.
func (b *fakeBot) again(user string) any {
	for id, g := range b.Games {
		if slices.Contains(g.Players[:], user) && len(g.Moves) < 9 && !g.Expired {
			return b.show(4, id)
		}
	}
	return private("There is no game.")
}

func (b *fakeBot) save() {
	raw, _ := json.Marshal(b.Games)
	_ = os.WriteFile(b.file+".new", raw, 0o600)
	_ = os.Rename(b.file+".new", b.file)
}

func private(text string) any {
	return map[string]any{"type": 4, "data": map[string]any{"flags": 1 << 6, "content": text}}
}

func (g *fakeGame) version() int {
	if g.Started {
		return 2 + len(g.Moves)
	}
	return 1
}

// show returns the interaction response that draws a game. `kind` is Discord's type number of the response.
func (b *fakeBot) show(kind int, id string) any {
	g := b.Games[id]
	path := fmt.Sprintf("/m/%s/%d/", id, g.version())
	button := func(action string) map[string]any {
		return map[string]any{"type": 2, "style": 2, "custom_id": path + action, "label": action}
	}
	var cells strings.Builder
	var buttons []any
	for s := range 9 {
		switch i := slices.Index(g.Moves, s); {
		case i < 0:
			cells.WriteString("🟪")
			buttons = append(buttons, button(fmt.Sprint("s", s)))
		case i%2 == 0:
			cells.WriteString("❌")
		default:
			cells.WriteString("🔵")
		}
		if s%3 == 2 {
			cells.WriteString("\n")
		}
	}
	content := []any{map[string]any{"type": 10, "content": cells.String()}}
	if !g.Started {
		content = []any{map[string]any{"type": 10, "content": "A challenge."}}
	}
	row := func(of ...any) map[string]any { return map[string]any{"type": 1, "components": of} }
	switch {
	case g.Expired:
	case !g.Started:
		content = append(content, row(button("accept")))
	case b.fault == faultFreeze:
		content = append(content, row(button("resign")))
	case len(g.Moves) == 9:
		content = append(content, row(button("rematch"), button("more")))
	default:
		content = append(content, map[string]any{"type": 10, "content": "<@" + g.Players[len(g.Moves)%2] + "> to move"})
		for chunk := range slices.Chunk(buttons, 5) {
			content = append(content, row(chunk...))
		}
		content = append(content, row(button("resign"), button("more")))
	}
	return map[string]any{"type": kind, "data": map[string]any{"flags": 1 << 15, "components": content}}
}
