package commands

import (
	"slices"
	"strings"
	"testing"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// refused checks that an answer is a private refusal with the sentence whose key is `want`.
func refused(t testing.TB, r answer, want texts.Key) {
	t.Helper()
	if r.Err == nil || refusalOf(r.Err).Key != want {
		t.Errorf("refused for %v, want %s\n%s", r.Err, want, script(r))
		return
	}
	sentence := refusalOf(r.Err).Sentence(texts.Load().ForLocale(texts.Default))
	if !r.private() || strings.TrimSpace(spoken(r)) != sentence {
		t.Errorf("not the private sentence %q:\n%s", sentence, script(r))
	}
}

func accepted(t testing.TB, r answer) answer {
	t.Helper()
	if r.Err != nil {
		t.Fatalf("refused: %v\n%s", r.Err, script(r))
	}
	return r
}

func says(t testing.TB, r answer, want string) {
	t.Helper()
	if !strings.Contains(spoken(r), want) {
		t.Errorf("does not say %q:\n%s", want, script(r))
	}
}

// offers checks the actions of all enabled buttons and menus of an answer, in order.
func offers(t testing.TB, r answer, want ...string) {
	t.Helper()
	var got []string
	for _, p := range pressable(r.Response.Data.Components) {
		got = append(got, p.action())
	}
	if !slices.Equal(got, want) {
		t.Errorf("offers %q, want %q\n%s", got, want, script(r))
	}
}

// pings checks which members an answer may ping.
func pings(t testing.TB, r answer, want ...string) {
	t.Helper()
	if got := r.Response.Data.AllowedMentions.Users; !slices.Equal(got, want) {
		t.Errorf("pings %q, want %q\n%s", got, want, script(r))
	}
}

// friends returns a world with a classic 3×3 match, and the match's message. ann plays X against ben, and it is her turn.
func friends(t testing.TB) (*world, answer) {
	t.Helper()
	w := newWorld(t)
	accepted(t, w.as(ann).types("challenge", "member", ben))
	return w, accepted(t, w.as(ben).presses("/m/m1/1/accept"))
}

// `against` returns a world with a match, and the match's message. ann plays X against the computer,
// which takes the first free square.
func against(t testing.TB, command string, options ...any) (*world, answer) {
	t.Helper()
	w := newWorld(t)
	return w, accepted(t, w.as(ann).types(command, options...))
}

func squares(t testing.TB, list string) []game.Square {
	t.Helper()
	var found []game.Square
	for _, word := range strings.Fields(list) {
		s, err := game.ParseSquare(word)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, s)
	}
	return found
}

// moves makes moves in a stored match, for the two players in turn, without the handlers.
func (w *world) moves(id match.ID, list string) {
	w.t.Helper()
	for _, s := range squares(w.t, list) {
		w.change(id, func(m match.Match) (match.Match, error) {
			if m.ToMove().IsComputer() {
				return m.PlayComputer(s, w.now)
			}
			return m.Play(m.ToMove().ID, s, w.now)
		})
	}
}

func (w *world) change(id match.ID, do func(match.Match) (match.Match, error)) {
	w.t.Helper()
	changed, err := do(w.game(id))
	if err != nil {
		w.t.Fatal(err)
	}
	w.records[id] = w.records[id].With(changed)
}

func (w *world) board(id match.ID) answer {
	w.t.Helper()
	return shown(w.Live(match.Record{Match: w.game(id), Place: w.records[id].Place, Votes: w.records[id].Votes, Effects: w.records[id].Effects}, plan.View{}, plan.InPlace))
}

func shown(content plan.Content) answer { return answer{Response: content.Response(plan.InPlace)} }
