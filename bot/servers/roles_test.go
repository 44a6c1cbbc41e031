package servers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/commands/plan"
	"noughts/game/match"
)

// A discord is a fake Discord that records calls and answers them with `err`. If `only` is the id of a member, only the
// calls for that member get `err`, and all others succeed.
type discord struct {
	err   error
	only  string
	calls []string
}

func (d *discord) answer(member string) error {
	if d.only != "" && d.only != member {
		return nil
	}
	return d.err
}

func (d *discord) GiveRole(_ context.Context, _, member, role string) error {
	d.calls = append(d.calls, "give "+role+" to "+member)
	return d.answer(member)
}

func (d *discord) TakeRole(_ context.Context, _, member, role string) error {
	d.calls = append(d.calls, "take "+role+" from "+member)
	return d.answer(member)
}

// TestEveryStateOfAWearer checks which calls settle makes and which state it stores. It tries each state of a
// store.Wearer (a member and a role), with the role wanted or not, and each answer of Discord.
func TestEveryStateOfAWearer(t *testing.T) {
	t.Parallel()
	refusal := &rest.Error{Status: http.StatusForbidden}
	gone := &rest.Error{Status: http.StatusNotFound}
	left := &rest.Error{Status: http.StatusNotFound, Code: discordgo.ErrCodeUnknownMember}
	lost := errors.New("connection reset")
	const long, soon = retryAfter, time.Minute
	give, take := []string{"give 5 to 1"}, []string{"take 5 from 1"}
	for _, c := range []struct {
		state  store.WearerState
		wanted bool
		age    time.Duration
		answer error
		calls  []string
		want   store.WearerState
	}{
		{store.Bare, true, 0, nil, give, store.Worn},
		{store.Bare, true, 0, refusal, give, store.Refused},
		{store.Bare, true, 0, gone, give, store.Refused},
		{store.Bare, true, 0, left, give, store.Gone},
		{store.Bare, true, 0, lost, give, store.Giving},
		{store.Giving, true, soon, nil, give, store.Worn},
		{store.Giving, true, soon, lost, give, store.Giving},
		{store.Giving, false, soon, nil, take, store.Bare},
		{store.Worn, true, long, nil, nil, store.Worn},
		{store.Worn, false, soon, nil, take, store.Bare},
		{store.Worn, false, soon, gone, take, store.Bare},
		{store.Worn, false, soon, refusal, take, store.Stuck},
		{store.Worn, false, soon, lost, take, store.Worn},
		{store.Refused, true, soon, nil, nil, store.Refused},
		{store.Refused, true, long, nil, give, store.Worn},
		{store.Refused, true, long, refusal, give, store.Refused},
		{store.Refused, false, soon, nil, nil, store.Bare},
		{store.Gone, true, soon, nil, nil, store.Gone},
		{store.Gone, true, long, nil, give, store.Worn},
		{store.Gone, false, soon, nil, nil, store.Bare},
		{store.Stuck, false, soon, nil, nil, store.Stuck},
		{store.Stuck, false, long, nil, take, store.Bare},
		{store.Stuck, false, long, refusal, take, store.Stuck},
		{store.Stuck, true, soon, nil, nil, store.Worn},
	} {
		name := fmt.Sprintf("%q, wanted %v, for %v, Discord says %v", c.state, c.wanted, c.age, c.answer)
		now := time.Unix(1_800_000_000, 0).UTC()
		d, kept := &discord{err: c.answer}, storetest.Memory(t)
		g := &Roles{Store: kept, Discord: d}
		w := store.Wearer{Role: "5", Member: "1", State: c.state, Since: now.Add(-c.age)}
		if err := kept.SetWearer(t.Context(), "7", w); err != nil {
			t.Fatal(err)
		}
		state, err := g.settle(t.Context(), "7", w, c.wanted, now)
		if state != c.want || errors.Is(err, lost) != errors.Is(c.answer, lost) || !slices.Equal(d.calls, c.calls) {
			t.Errorf("%s: %q, %v, after %q; want %q after %q", name, state, err, d.calls, c.want, c.calls)
		}
		stored := store.Bare
		if all, err := kept.Wearers(t.Context(), "7"); err != nil {
			t.Error(err)
		} else if len(all) > 0 {
			stored = all[0].State
		}
		if stored != c.want {
			t.Errorf("%s: %q is stored, want %q", name, stored, c.want)
		}
	}
}

func (d *discord) NoRole(_ match.Server, role string, members []string) plan.Content {
	return plan.Content{Text: role + " " + strings.Join(members, " ")}
}

func (d *discord) LogInServer(_ match.Server, _ string, content plan.Content) {
	d.calls = append(d.calls, "log "+content.Text)
}

// TestARefusalIsLoggedOnce checks that repeated refusals to take a role are logged once, and that the bot asks Discord
// again only after a pause: see retryAfter.
func TestARefusalIsLoggedOnce(t *testing.T) {
	t.Parallel()
	kept, d := storetest.Memory(t), &discord{err: &rest.Error{Status: http.StatusForbidden}}
	now := time.Unix(1_800_000_000, 0).UTC()
	if err := kept.SetWearer(t.Context(), "7", store.Wearer{Role: "5", Member: "1", State: store.Worn, Since: now}); err != nil {
		t.Fatal(err)
	}
	g := &Roles{
		Store: kept, Discord: d, Views: d, ServerLog: d, Log: slog.New(slog.DiscardHandler),
		Present: allPresent,
		Reach:   func(string) (time.Time, bool) { return now, true },
	}
	for i := range 30 {
		g.lookAtAll(t.Context(), now.Add(time.Duration(i)*rolePace))
	}
	if want := []string{"take 5 from 1", "log 5 1", "take 5 from 1", "take 5 from 1"}; !slices.Equal(d.calls, want) {
		t.Errorf("in two hours and a half: %q, want %q", d.calls, want)
	}
}

// TestOneErrorHoldsUpNoOtherWearer checks that the bot still takes the role from all other members if the call for one
// member fails.
func TestOneErrorHoldsUpNoOtherWearer(t *testing.T) {
	t.Parallel()
	lost := errors.New("connection reset")
	kept, d := storetest.Memory(t), &discord{err: lost, only: "2"}
	now := time.Unix(1_800_000_000, 0).UTC()
	for _, member := range []string{"1", "2", "3"} {
		if err := kept.SetWearer(t.Context(), "7", store.Wearer{Role: "5", Member: member, State: store.Worn, Since: now}); err != nil {
			t.Fatal(err)
		}
	}
	g := &Roles{Store: kept, Discord: d, Views: d, ServerLog: d, Log: slog.New(slog.DiscardHandler), Present: allPresent}
	if err := g.look(t.Context(), "7", now); !errors.Is(err, lost) {
		t.Errorf("the error is %v, want %v", err, lost)
	}
	left, err := kept.Wearers(t.Context(), "7")
	if err != nil || len(left) != 1 || left[0].Member != "2" {
		t.Errorf("roles are left to %v, %v; want only member 2", left, err)
	}
}

// allPresent is the Present of Roles in whose servers nobody has left.
func allPresent(_ context.Context, _ string, read func() ([]string, error)) error {
	_, err := read()
	return err
}
