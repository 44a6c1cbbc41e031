package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/render/golden"
)

// TestGolden compares each scenario with its golden file. The file holds, for each interaction, every call of the bot
// to Discord and the stored form of each match that changed. A refactoring must not change these files.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, scenario := range scenarios() {
		t.Run(scenario.name, func(t *testing.T) {
			t.Parallel()
			golden.Check(t, filepath.Join("golden", scenario.name+".golden"), perform(t, scenario, overGateway).String())
		})
	}
}

// TestGoldenOverHTTP checks that each scenario over HTTP gives, byte for byte, the same first
// answers and stored matches as over the gateway.
func TestGoldenOverHTTP(t *testing.T) {
	t.Parallel()
	for _, scenario := range scenarios() {
		t.Run(scenario.name, func(t *testing.T) {
			t.Parallel()
			byGateway, byHTTP := perform(t, scenario, overGateway), perform(t, scenario, overHTTP)
			if diff := cmp.Diff(byGateway.outcome(), byHTTP.outcome()); diff != "" {
				t.Errorf("over the gateway (-) and over HTTP (+):\n%s", diff)
			}
		})
	}
}

// A call is a request of the bot to Discord, or the bot's answer in the HTTP response to a signed request.
type call struct {
	at     time.Time
	line   string // method and path, and the authorization
	answer bool   // whether this is the first answer to the interaction
	body   []byte
}

// A step is an interaction, or a span of time without one, together with its effects.
type step struct {
	title   string
	payload []byte // nil without an interaction
	calls   []call
	stored  []string // a line for each match that has changed
}

// A transcript records a scenario. It is safe for concurrent use.
type transcript struct {
	mu    sync.Mutex
	steps []*step
	known map[match.ID]string // the stored form of each match at the end of the last step
	ids   []match.ID          // the ids of the matches, in the order of their first appearance in messages

	interactions map[string]string // the names of the interactions by their ids
}

// begin begins a step. The bot's actions from now on belong to it.
func (s *transcript) begin(title string, payload []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = append(s.steps, &step{title: title, payload: payload})
}

// add records a call in the current step.
func (s *transcript) add(c call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.learn(c.body)
	last := s.steps[len(s.steps)-1]
	last.calls = append(last.calls, c)
}

// customID finds the ids of matches in the custom ids of components.
var customID = regexp.MustCompile(`"/m/([0-9a-zA-Z]+)/`)

// learn adds to s.ids the matches that a message shows. Callers hold s.mu.
func (s *transcript) learn(body []byte) {
	for _, found := range customID.FindAllSubmatch(body, -1) {
		if id := match.ID(found[1]); !slices.Contains(s.ids, id) {
			s.ids = append(s.ids, id)
		}
	}
}

// matchID returns the id of the nth match that a message showed, counted from 1.
func (s *transcript) matchID(n int) match.ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ids[n-1]
}

// end ends the current step: it adds the stored form of each match that has changed in the step.
func (s *transcript) end(t *testing.T, kept store.Store) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.steps[len(s.steps)-1]
	for _, id := range s.ids {
		if line := stored(t, kept, id); line != s.known[id] {
			s.known[id] = line
			last.stored = append(last.stored, line)
		}
	}
}

// seat returns a player as text, for the line that the function `stored` returns.
func seat(p match.Player) string {
	if p.IsTeam() {
		return fmt.Sprintf("%+v", p)
	}
	return fmt.Sprintf("{ID:%s Level:%s}", p.ID, p.Level)
}

// stored returns the stored form of a match as one line, or "" if there is no such match. It is the
// only function here that depends on the fields of a record.
func stored(t *testing.T, kept store.Store, id match.ID) string {
	t.Helper()
	r, err := kept.Load(t.Context(), id)
	if errors.Is(err, store.ErrNotFound) {
		return ""
	} else if err != nil {
		t.Fatal(err)
	}
	m := r.Match
	var b strings.Builder
	fmt.Fprintf(&b, "%s version %d, status %d, %s, owner %s, X %s, O %s, options %+v, begins %v, moves %v",
		m.ID, m.Version, m.Status, m.Options.Variant, m.Owner, seat(m.Players[0]), seat(m.Players[1]), m.Options, m.Begins, []game.Square(m.Moves))
	for _, wait := range []struct {
		what string
		side game.Mark
	}{{"draw offered by", m.DrawOffer}, {"takeback asked by", m.TakebackAsk}} {
		if wait.side != game.Empty {
			fmt.Fprintf(&b, ", %s %v", wait.what, wait.side)
		}
	}
	if m.ClockRuns() || m.Status == match.Challenge {
		fmt.Fprintf(&b, ", deadline %d", m.Deadline.Unix())
	}
	fmt.Fprintf(&b, ", result %+v, created %d, guild %q, channel %q, locale %q, style %q, message %q",
		m.Result, m.Created.Unix(), r.Place.Guild, r.Place.Channel, r.Place.Locale, r.Place.Style, r.Message)
	return b.String()
}

// String returns the transcript as the golden file holds it, with names instead of ids.
func (s *transcript) String() string {
	var b strings.Builder
	for _, step := range s.steps {
		fmt.Fprintf(&b, "== %s\n", step.title)
		if step.payload != nil {
			fmt.Fprintf(&b, "%s\n", pretty(step.payload))
		}
		for _, c := range step.inOrder() {
			fmt.Fprintf(&b, "-> %s\n", c.line)
			if len(c.body) > 0 {
				fmt.Fprintf(&b, "%s\n", pretty(c.body))
			}
		}
		for _, line := range step.stored {
			fmt.Fprintf(&b, "stored: %s\n", line)
		}
	}
	return s.named(b.String())
}

// inOrder returns the calls of a step by time. Calls at the same time are sorted by method and path.
func (s *step) inOrder() []call {
	return slices.SortedStableFunc(slices.Values(s.calls), func(a, b call) int {
		if order := a.at.Compare(b.at); order != 0 {
			return order
		}
		return strings.Compare(a.line, b.line)
	})
}

// outcome returns the parts of the transcript that must be equal over both transports: the first
// answers to the interactions and the stored matches.
func (s *transcript) outcome() []string {
	var lines []string
	for _, step := range s.steps {
		lines = append(lines, s.named("== "+step.title))
		for _, c := range step.calls {
			if c.answer {
				lines = append(lines, s.named(string(c.body)))
			}
		}
		for _, line := range step.stored {
			lines = append(lines, s.named(line))
		}
	}
	return lines
}

// named replaces the ids of members, messages and matches by names.
func (s *transcript) named(text string) string {
	var pairs []string
	for name, id := range ids {
		pairs = append(pairs, id, name)
	}
	for id, name := range s.interactions {
		pairs = append(pairs, id, name)
	}
	for i, id := range s.ids {
		pairs = append(pairs, string(id), fmt.Sprintf("m%d", i+1))
	}
	text = lists.ReplaceAllString(strings.NewReplacer(pairs...).Replace(text), "…")
	return messageIDs.ReplaceAllString(text, "message$1")
}

// The regular expression `lists` matches the list of commands in /help and the list of levels in a
// refusal. The transcripts leave both lists out, so that a new command or level changes no golden
// file. Tests of package commands check the lists.
var lists = regexp.MustCompile("(`/[^`]+` – .+?\\\\n)+|(?:Choose one of these: )[^\"]+")

// pretty formats JSON: keys sorted, and an object or list in one line if it fits.
func pretty(raw []byte) string {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		return string(raw)
	}
	var b strings.Builder
	layOut(&b, value, "")
	return b.String()
}

// width is the longest line of JSON, in bytes, that layOut does not break.
const width = 150

func layOut(b *strings.Builder, value any, indent string) {
	line := encode(value)
	object, isObject := value.(map[string]any)
	list, isList := value.([]any)
	switch {
	case len(indent)+len(line) <= width || !isObject && !isList:
		b.WriteString(line)
	case isObject:
		b.WriteString("{")
		for i, key := range slices.Sorted(maps.Keys(object)) {
			b.WriteString(comma(i) + "\n" + indent + "  " + encode(key) + ": ")
			layOut(b, object[key], indent+"  ")
		}
		b.WriteString("\n" + indent + "}")
	default:
		b.WriteString("[")
		for i, item := range list {
			b.WriteString(comma(i) + "\n" + indent + "  ")
			layOut(b, item, indent+"  ")
		}
		b.WriteString("\n" + indent + "]")
	}
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// encode returns a value as one line of JSON, without HTML escapes.
func encode(value any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // cannot happen: the value was decoded from JSON
	}
	return strings.TrimSpace(b.String())
}
