package matches

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/commands/plan"
	"noughts/game/profile"
)

// A boardStore is a store with a fixed leaderboard.
type boardStore struct {
	*fakeStore
	members []string
	asked   []profile.Leaderboard
	left    []string
	broken  error
}

// boards returns a function for withStore that puts members on the leaderboard.
func boards(members ...string) func(*fakeStore) *boardStore {
	return func(s *fakeStore) *boardStore { return &boardStore{fakeStore: s, members: members} }
}

func (s *boardStore) Leaders(_ context.Context, b profile.Leaderboard, from, limit int, _ string) (profile.Page, error) {
	s.asked = append(s.asked, b)
	var page profile.Page
	for _, member := range s.members {
		if !slices.Contains(s.left, member) {
			page.Total++
			page.Places = append(page.Places, profile.Rank{Rank: page.Total, Member: member})
		}
	}
	page.Places = page.Places[min(from, page.Total):min(from+limit, page.Total)]
	return page, nil
}

func (s *boardStore) NoteLeft(_ context.Context, _ string, members []string) error {
	s.left = append(s.left, members...)
	return s.broken
}

// leads makes member 7 read the first three places of a server's leaderboard. It returns the
// members listed, and the members that Discord was asked about.
func (f *fixture) leads(change func(*plan.Leaders)) (listed, asked string, took time.Duration, report Report) {
	f.t.Helper()
	before, began := len(f.discord.calls("member ")), time.Now()
	ask := plan.Leaders{Board: profile.Leaderboard{Pool: profile.Ultimate, Guild: "500"}, Limit: 3, Member: "7"}
	if change != nil {
		change(&ask)
	}
	report = f.command(func(r *plan.Request) (plan.Plan, error) {
		page, err := r.Read.Leaders(ask)
		var names []string
		for _, place := range page.Places {
			names = append(names, place.Member)
		}
		listed = strings.Join(names, " ")
		return plan.Answer{As: plan.Private}, err
	})
	calls := f.discord.calls("member ")[before:]
	slices.Sort(calls)
	return listed, strings.ReplaceAll(strings.Join(calls, " "), "member ", ""), time.Since(began), report
}

// Members who have left the server are not listed in its leaderboard, and later members move up.
// Discord is asked about each listed member at most once an hour.
func TestWhoHasLeftIsNotListed(t *testing.T) {
	t.Parallel()
	withStore(t, boards("1", "2", "3", "7", "4", "5"), func(t *testing.T, f *fixture, s *boardStore) {
		f.discord.gone = map[string]bool{"2": true, "3": true, "4": true, "7": true} // member 7 asks, and is therefore not looked up
		look := func(what, wantListed, wantAsked string, change func(*plan.Leaders)) {
			t.Helper()
			listed, asked, _, report := f.leads(change)
			if listed != wantListed || asked != wantAsked || report.Refusal != nil {
				t.Errorf("%s: lists %q, asks for %q, want %q and %q; %v", what, listed, asked, wantListed, wantAsked, report.Refusal)
			}
		}
		look("elsewhere", "1 2 3", "", func(p *plan.Leaders) { p.Board.Guild = "" })
		look("where the bot is not", "1 2 3", "", func(p *plan.Leaders) { p.Away = true })
		look("at first", "1 7 5", "1 2 3 4 5", nil)
		look("again", "1 7 5", "", nil)
		look("on the next page", "", "", func(p *plan.Leaders) { p.From = 3 })
		time.Sleep(time.Hour)
		look("an hour later", "1 7 5", "1 5", nil)
		look("in another server", "1 7 5", "1 5", func(p *plan.Leaders) { p.Board.Guild = "501" })
		if fmt.Sprint(s.left) != "[2 3 4]" && fmt.Sprint(s.left) != "[3 2 4]" {
			t.Errorf("noted as left: %v", s.left)
		}
		s.left, s.broken = nil, errors.New("disk full")
		if _, _, _, report := f.leads(nil); !errors.Is(report.Refusal, s.broken) {
			t.Errorf("when it cannot be noted: %v", report.Refusal)
		}
	})
}

// If Discord gives no answer about a member, the leaderboard lists that member. The leaderboard
// does not wait longer than lookUpTime.
func TestLeaderboardsDoNotWaitForDiscord(t *testing.T) {
	t.Parallel()
	var members []string
	for i := range 20 {
		members = append(members, fmt.Sprint(100+i))
	}
	withStore(t, boards(members...), func(t *testing.T, f *fixture, s *boardStore) {
		ten := func(p *plan.Leaders) { p.Limit = 10 }
		f.discord.replies(func(ctx context.Context, call string, show func()) error {
			if !strings.HasPrefix(call, "member ") {
				show()
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		})
		listed, asked, took, report := f.leads(ten)
		if len(strings.Fields(listed)) != 10 || len(strings.Fields(asked)) != lookUps || took != lookUpTime || report.Refusal != nil {
			t.Errorf("silent: after %v lists %q, asks for %q; %v", took, listed, asked, report.Refusal)
		}
		f.discord.refuse(func(call string) error {
			if strings.HasPrefix(call, "member ") {
				return errors.New("Discord answered 403")
			}
			return nil
		})
		listed, asked, took, report = f.leads(ten)
		if len(strings.Fields(listed)) != 10 || len(strings.Fields(asked)) > lookUps || took != 0 || report.Refusal != nil {
			t.Errorf("refused: after %v lists %q, asks for %q; %v", took, listed, asked, report.Refusal)
		}
		if len(s.left) > 0 {
			t.Errorf("noted as left: %v", s.left)
		}
	})
}

// A leaderboard of the last n days begins n days before now.
func TestBoardsOfDays(t *testing.T) {
	t.Parallel()
	withStore(t, boards(), func(t *testing.T, f *fixture, s *boardStore) {
		f.leads(func(p *plan.Leaders) { p.Days = 30 })
		f.leads(nil)
		if len(s.asked) != 2 || time.Since(s.asked[0].Since) != 30*24*time.Hour || !s.asked[1].Since.IsZero() {
			t.Errorf("asked for %+v", s.asked)
		}
	})
}
