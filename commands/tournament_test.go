package commands

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/tournament"
)

func TestReadTournament(t *testing.T) {
	t.Parallel()
	type options map[string]any
	for name, test := range map[string]struct {
		typed  options
		server match.Server
		want   tournament.Options
		refuse texts.Key
	}{
		"nothing": {want: tournament.Options{Match: match.Options{Variant: game.Classic(3), Clock: 5 * time.Minute}}},
		"all": {
			typed: options{"game": "classic", "size": 7.0, "in_a_row": 4.0, "clock": 30.0, "format": "elimination", "rated": "casual"},
			want: tournament.Options{
				Match: match.Options{Variant: game.InARow(7, 4), Clock: 30 * time.Second, Casual: true}, System: tournament.Elimination,
			},
		},
		"as the server has it": {
			server: match.Server{Clock: time.Hour, Casual: true},
			want:   tournament.Options{Match: match.Options{Variant: game.Classic(3), Clock: time.Hour, Casual: true}},
		},
		"rated": {
			typed: options{"rated": "rated"},
			want:  tournament.Options{Match: match.Options{Variant: game.Classic(3), Clock: 5 * time.Minute}},
		},
		"rated where nothing is": {typed: options{"rated": "rated"}, server: match.Server{Casual: true}, refuse: "refuse.casual"},
		"rated otherwise":        {typed: options{"rated": "perhaps"}, refuse: "refuse.option"},
		"no clock":               {typed: options{"clock": 0.0}, refuse: "refuse.option"},
		"an unknown clock":       {typed: options{"clock": 7.0}, refuse: "refuse.option"},
		"an unknown format":      {typed: options{"format": "swiss"}, refuse: "refuse.option"},
		"a size too many":        {typed: options{"size": 10.0}, refuse: "refuse.option"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &plan.Request{}
			r.Server = test.server
			for option, value := range test.typed {
				r.Options.List = append(r.Options.List, &plan.Option{Name: option, Value: value})
			}
			got, _, err := readTournament(r)
			var refusal *plan.Refusal
			switch {
			case test.refuse == "" && (err != nil || got != test.want):
				t.Errorf("%+v, %v, want %+v", got, err, test.want)
			case test.refuse != "" && (!errors.As(err, &refusal) || refusal.Key != test.refuse):
				t.Errorf("%v, want %s", err, test.refuse)
			}
		})
	}
}

func TestSeedsComeFromGamesBetweenMembers(t *testing.T) {
	t.Parallel()
	strong := profile.Rating{Value: 2370_00, Deviation: 60_00, Volatility: 60_000}
	against := []profile.Standing{{Pool: profile.LargerClassic.AgainstComputer(), Rating: strong}}
	if got := seed(against, game.InARow(7, 4)); got != profile.NewRating().Points() {
		t.Errorf("who has played the computer alone is seeded with %d", got)
	}
	if got := seed(append(against, profile.Standing{Pool: profile.LargerClassic, Rating: strong}), game.InARow(7, 4)); got != 2370 {
		t.Errorf("who has played members is seeded with %d", got)
	}
}

// TestTheCardSaysWhyEqualsAreRanked checks that the table shows the tie-breaks if they decide a place, and only then.
// After the first game its loser is before those who have not played, because of Buchholz.
func TestTheCardSaysWhyEqualsAreRanked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pick := random(t, 1).IntN
	card := func(cup tournament.Tournament) string {
		return spoken(answer{Response: w.Tournament(tournament.Record{Tournament: cup}).Response(plan.Anew)})
	}
	cup, err := tournament.New("t1", ann, tournament.Options{Match: match.Options{Variant: game.Classic(3)}}, began)
	for i, id := range []string{ann, ben, "1003", "1004"} {
		if err == nil {
			cup, err = cup.Register(id, 1500-i, began)
		}
	}
	if err == nil {
		cup, err = cup.Start(ann, pick, began)
	}
	if err != nil {
		t.Fatal(err)
	}
	if said := card(cup); strings.Contains(said, "Buchholz") {
		t.Errorf("tie-breaks that decide nothing:\n%s", said)
	}
	if cup, err = cup.Report(cup.Open()[0].Match, tournament.XWon, began); err != nil {
		t.Fatal(err)
	}
	said := card(cup)
	if !strings.Contains(said, "Buchholz · Sonneborn-Berger · wins") || !strings.Contains(said, "**0** · 1 · 0 · 0") {
		t.Errorf("the order of equals has no reason:\n%s", said)
	}
}

func TestATournamentIsNoneElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	cup, err := tournament.New("t1", ann, tournament.Options{Match: match.Options{Variant: game.Classic(3)}}, began)
	if err != nil {
		t.Fatal(err)
	}
	rec := tournament.Record{Tournament: cup, Place: match.Place{Guild: "500", Channel: "600", Locale: "en-US"}}
	pressed := 0
	for _, route := range presses {
		if !strings.HasPrefix(route.Pattern, cupPath) {
			continue
		}
		pressed++
		path := strings.NewReplacer("{tournament}", "t1", "{page}", "1").Replace(route.Pattern)
		for _, guild := range []string{"500", "501", ""} {
			a := w.as(ann) // ann is the organiser, who may press every button
			a.guild = guild
			r := a.request(plan.Press, path)
			r.May = discordgo.PermissionManageGuild
			p, err := w.routed(r).Handle(r)
			on, ok := p.(plan.OnTournament)
			if err != nil || !ok {
				t.Fatalf("%s: %T, %v", path, p, err)
			}
			if _, err = on.Decide(rec, plan.Facts{Now: began}); errors.Is(err, plan.ErrNoTournament) != (guild != "500") {
				t.Errorf("%s in server %q: %v", path, guild, err)
			}
		}
	}
	if pressed < 10 {
		t.Errorf("only %d buttons", pressed)
	}
}
