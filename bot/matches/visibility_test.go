package matches

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// A pastStore has finished games of member 9, the newest first. The profile of every member names
// the first game as the best win.
type pastStore struct {
	*fakeStore
	games []match.Record
}

func (s *pastStore) Finished(_ context.Context, q match.Query) ([]match.Record, error) {
	at := func(e match.Cursor) int {
		return slices.IndexFunc(s.games, func(r match.Record) bool { return r.Match.ID == e.ID })
	}
	switch {
	case q.After != match.Cursor{}:
		end := at(q.After)
		return slices.Clone(s.games[max(0, end-q.Limit):end]), nil
	case q.Before != match.Cursor{}:
		from := at(q.Before) + 1
		return slices.Clone(s.games[from:min(len(s.games), from+q.Limit)]), nil
	}
	return slices.Clone(s.games[:min(len(s.games), q.Limit)]), nil
}

func (s *pastStore) Profile(_ context.Context, member, _ string) (profile.Profile, error) {
	best := profile.BestWin{Match: s.games[0].Match.ID}
	return profile.Profile{Member: member, Standings: []profile.Standing{{Pool: profile.Classic3, Best: best}}}, nil
}

func (s *pastStore) Load(context.Context, match.ID) (match.Record, error) { return s.games[0], nil }

// pastGames returns n finished games of member 9 against another member in a place, the newest first. If `from` is 3,
// their ids are g3, g4 and so on.
func pastGames(against string, in match.Place, from, n int) (games []match.Record) {
	for i := range n {
		id := match.ID(fmt.Sprint("g", from+i))
		games = append(games, match.Record{Place: in, Match: match.Match{
			ID: id, Players: [2]match.Player{match.Person("9"), match.Person(against)}, Changed: time.UnixMilli(int64(1000 - from - i)),
		}})
	}
	return games
}

// inChannel returns a channel of member 7's server, or a thread if `parent` is not "".
func inChannel(channel, parent string) match.Place {
	return match.Place{Guild: "500", Channel: channel, Parent: parent}
}

// listed makes member 7 read three games of member 9. It returns the games' ids and the calls that asked Discord for
// permissions.
func (f *fixture) listed(change func(*plan.Request, *match.Query)) (ids string, asked []string) {
	f.t.Helper()
	time.Sleep(mayTTL)
	before := len(f.discord.calls("may "))
	report := f.command(func(r *plan.Request) (plan.Plan, error) {
		r.Place = inChannel("1", "")
		ask := match.Query{Member: "9", Guild: "500", Limit: 3}
		change(r, &ask)
		games, err := r.Read.FinishedMatches(ask)
		for _, g := range games {
			ids += " " + string(g.Match.ID)
		}
		return plan.Answer{As: plan.Private}, err
	})
	if report.Refusal != nil {
		f.t.Error(report.Refusal)
	}
	return strings.TrimSpace(ids), f.discord.calls("may ")[before:]
}

// A list of another member's games has only games that the reader may see: games with the reader as
// a player, games in this channel, and games in channels that the reader can view.
func TestWhoSeesWhichGames(t *testing.T) {
	t.Parallel()
	past := func(s *fakeStore) *pastStore {
		return &pastStore{fakeStore: s, games: slices.Concat(
			pastGames("8", inChannel("2", ""), 0, 1), pastGames("8", inChannel("31", "3"), 1, 1), pastGames("7", inChannel("2", ""), 2, 1), pastGames("8", inChannel("1", ""), 3, 1),
			pastGames("8", inChannel("12", "1"), 4, 1), pastGames("8", inChannel("3", ""), 5, 1), pastGames("8", inChannel("77", ""), 6, 1), pastGames("8", inChannel("2", ""), 7, 300), pastGames("8", inChannel("1", ""), 307, 2),
		)}
	}
	withStore(t, past, func(t *testing.T, f *fixture, s *pastStore) {
		f.discord.may = map[string]int64{"1": discordgo.PermissionViewChannel, "2": 0, "3": discordgo.PermissionViewChannel}
		end := func(n int) match.Cursor { return match.Cursor{ID: s.games[n].Match.ID, At: s.games[n].Match.Changed} }
		for _, c := range []struct {
			name   string
			change func(*plan.Request, *match.Query)
			want   string
			asks   int
		}{
			{"the newest", func(*plan.Request, *match.Query) {}, "g1 g2 g3", 1},
			{"older ones", func(_ *plan.Request, h *match.Query) { h.Before = end(3) }, "g4 g5 g307", 1},
			{"newer ones", func(_ *plan.Request, h *match.Query) { h.After = end(307) }, "g3 g4 g5", 1},
			{"the newest beside one", func(_ *plan.Request, h *match.Query) { h.After = end(2) }, "g1", 1},
			{"one's own", func(r *plan.Request, _ *match.Query) { r.User = "9" }, "g0 g1 g2", 0},
			{"an administrator", func(r *plan.Request, _ *match.Query) { r.May = discordgo.PermissionAdministrator }, "g0 g1 g2", 0},
			{"in a private channel", func(r *plan.Request, _ *match.Query) { r.Place.Channel = "2" }, "g0 g1 g2", 1},
			{"in a thread", func(r *plan.Request, h *match.Query) {
				r.Place.Channel, r.Parent, h.Limit = "14", "1", 2
				h.Before = end(2)
			}, "g3 g4", 0},
			{"in a thread that is not the bot's", func(r *plan.Request, h *match.Query) { r.Place.Channel, h.Before = "77", end(4) }, "g5 g6 g307", 1},
			{"where the bot is not", func(r *plan.Request, _ *match.Query) { r.Place.Away = true }, "g2 g3 g4", 0},
		} {
			if got, asked := f.listed(c.change); got != c.want || len(asked) != c.asks || c.asks > 0 && asked[0] != "may 500 7" {
				t.Errorf("%s: %s, asked for %q; want %s", c.name, got, asked, c.want)
			}
		}
		f.discord.refuse(func(string) error { return errors.New("Discord answered 500") })
		if got, asked := f.listed(func(*plan.Request, *match.Query) {}); got != "g2 g3 g4" || len(asked) != 1 {
			t.Errorf("when Discord does not say it: %s, asked for %q", got, asked)
		}
		f.discord.refuse(nil)

		// A public profile names only matches that everybody in the channel may see.
		for _, c := range []struct {
			public bool
			in     match.Place
			named  int
			asked  string
		}{
			{true, inChannel("2", ""), 0, "may 500 "}, {true, inChannel("3", ""), 1, "may 500 "}, {true, inChannel("1", ""), 1, ""}, {true, match.Place{Guild: "501", Channel: "1"}, 0, ""},
			{false, inChannel("2", ""), 1, ""}, // the reader played in the match
		} {
			s.games = pastGames("7", c.in, 0, 1)
			time.Sleep(mayTTL)
			before, named := len(f.discord.calls("may ")), -1
			f.command(func(r *plan.Request) (plan.Plan, error) {
				r.Place = inChannel("1", "")
				known, err := r.Read.Profile(plan.ResultsOf{Member: "7", Reader: "7", Public: c.public})
				named = len(known.Matches)
				return plan.Answer{As: plan.Private}, err
			})
			if asked := strings.Join(f.discord.calls("may ")[before:], ", "); named != c.named || asked != c.asked {
				t.Errorf("%+v: %d games are named, asked for %q", c, named, asked)
			}
		}
	})
}

// However often a member asks, Discord is asked for permissions once in a few seconds, and within the member's share.
// Other members have shares of their own.
func TestOneMemberLeavesCallsForOthers(t *testing.T) {
	t.Parallel()
	past := func(s *fakeStore) *pastStore {
		return &pastStore{fakeStore: s, games: pastGames("8", inChannel("2", ""), 0, 3)}
	}
	withStore(t, past, func(t *testing.T, f *fixture, _ *pastStore) {
		asks := func(user string, server func(i int) string) (asked int) {
			before := len(f.discord.calls("may "))
			for i := range 600 {
				f.command(func(r *plan.Request) (plan.Plan, error) {
					r.User, r.Place = user, match.Place{Guild: server(i), Channel: "1"}
					r.Read.BotPermissions()
					return plan.Answer{As: plan.Private}, nil
				})
				time.Sleep(100 * time.Millisecond)
			}
			return len(f.discord.calls("may ")) - before
		}
		if n := asks("7", func(int) string { return "500" }); n > 12 {
			t.Errorf("asked %d times in a minute about one server", n)
		}
		share := (limits.Defaults.LookUps.Burst + 60*int(limits.Defaults.LookUps.PerSecond)) / permissionsCalls
		if n := asks("9", strconv.Itoa); n > share || n < share/2 {
			t.Errorf("asked %d times in a minute about many servers, want at most %d", n, share)
		}
		f.discord.refuse(func(string) error { return &rest.Error{Status: http.StatusForbidden} })
		if n := asks("10", func(int) string { return "501" }); n > 12 {
			t.Errorf("asked %d times in a minute about a server that refuses", n)
		}
	})
}

// A press on a match from a place that does not show the match is refused with plan.ErrNoMatch,
// even for its players. The handler is not called.
func TestMatchesAreActedOnWhereTheyAreShown(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		direct := match.Place{Channel: "60"}
		f.putAt(f.match("inserver", match.Person("8"), match.Options{Variant: game.Classic(3)}), inChannel("2", ""), "900")
		f.putAt(f.match("inthread", match.Person("8"), match.Options{Variant: game.Classic(3)}), inChannel("31", "3"), "901")
		f.putAt(f.match("direct", match.Person("8"), match.Options{Variant: game.Classic(3)}), direct, "902")
		for _, c := range []struct {
			id   match.ID
			from match.Place
			in   string // the parent channel of the thread that the request comes from
			want bool
		}{
			{"inserver", inChannel("2", ""), "", true}, {"inserver", inChannel("21", ""), "2", true}, {"inserver", inChannel("1", ""), "", false},
			{"inserver", inChannel("11", ""), "1", false}, {"inserver", match.Place{Guild: "501", Channel: "2"}, "", false}, {"inserver", direct, "", false},
			{"inthread", inChannel("31", ""), "3", true}, {"inthread", inChannel("3", ""), "", true}, {"inthread", inChannel("1", ""), "", false},
			{"direct", direct, "", true}, {"direct", match.Place{Channel: "61"}, "", false}, {"direct", match.Place{Guild: "500", Channel: "60"}, "", false},
		} {
			for _, member := range []string{"7", "9"} {
				looked := false
				report := f.command(func(r *plan.Request) (plan.Plan, error) {
					r.Place, r.Parent, r.User = c.from, c.in, member
					return plan.On{Match: c.id, Decide: look(func(match.Record) { looked = true })}, nil
				})
				if looked != c.want || errors.Is(report.Refusal, plan.ErrNoMatch) == c.want {
					t.Errorf("%s of %s from %+v: decided %t, %v", member, c.id, c.from, looked, report.Refusal)
				}
			}
		}
	})
}

// A member who sees the parent channel of a thread may see a match in the thread only if the thread is public.
func TestPrivateThreadsHaveNoChannelAbove(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.discord.may = map[string]int64{"3": discordgo.PermissionViewChannel}
		for _, private := range []bool{false, true} {
			report := f.command(func(r *plan.Request) (plan.Plan, error) {
				r.Place, r.Parent, r.PrivateThread = inChannel(fmt.Sprint("31", private), ""), "3", private
				return plan.New{Begin: func(facts plan.Facts) (match.Match, error) {
					return match.New(facts.ID, "7", match.Person("7"), match.Computer("random"), match.Options{Variant: game.Classic(3)}, game.X, facts.Now)
				}}, nil
			})
			rec := f.record(report.Match)
			rec.Match.Players, rec.Match.Starter = [2]match.Player{match.Person("8"), match.Person("9")}, "8"
			for _, from := range []string{"3", "1", "31true"} {
				stranger := &task{Executor: &Executor{Manager: f.Manager}, Request: &plan.Request{User: "7", Place: inChannel(from, "")}}
				v := viewer{task: stranger, reader: "7"}
				if want := !private || from == rec.Place.Channel; v.sees(t.Context(), rec) != want {
					t.Errorf("in a private thread %t, from %s: a stranger sees it is %t", private, from, !want)
				}
			}
		}
	})
}
