package matches

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// twoLanguages returns a catalogue of English and German.
func twoLanguages(t *testing.T) *texts.Catalogue {
	t.Helper()
	c, err := texts.LoadFrom(fstest.MapFS{"en-US.json": {Data: []byte("{}")}, "de.json": {Data: []byte("{}")}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A listener makes member 7 send requests, and records the languages of the texts for that member, in order.
type listener struct {
	f     *fixture
	heard []string
}

func (l *listener) hear(r *plan.Request) { l.heard = append(l.heard, r.Language.Code()) }

// wants checks the languages recorded since its last call.
func (l *listener) wants(what string, languages ...string) {
	l.f.t.Helper()
	if !slices.Equal(l.heard, languages) {
		l.f.t.Errorf("%s is said in %q, not in %q", what, l.heard, languages)
	}
	l.heard = nil
}

// privately sends a request that is answered privately: a press on a match, or a command if id is "".
func (l *listener) privately(id match.ID, message string) {
	l.f.t.Helper()
	answer := plan.Answer{As: plan.Private}
	l.f.do(id, message, func(r *plan.Request) (plan.Plan, error) {
		if id == "" {
			l.hear(r)
			return answer, nil
		}
		return plan.On{Match: id, Decide: func(*plan.Request, match.Record, plan.Facts) (plan.Decision, error) {
			l.hear(r)
			return plan.Decision{Answer: answer}, nil
		}}, nil
	})
}

// withGerman runs a test in which member 7 has chosen German. It counts in `reads` how often that member's settings are
// read.
func withGerman(t *testing.T, test func(t *testing.T, f *fixture, l *listener, reads *int)) {
	t.Helper()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		if _, _, err := f.store.ChangeMember(t.Context(), "7", func(m *match.Member) { m.Locale = "de" }); err != nil {
			t.Fatal(err)
		}
		reads := new(int)
		f.store.change(hooks{member: func(context.Context) error { *reads++; return nil }})
		f.putGame("a", 0)
		catalogue := twoLanguages(t)
		f.discord.routed = func(r *plan.Request) { r.Texts, r.ClientLocale = catalogue, "en-US" }
		test(t, f, &listener{f: f}, reads)
	})
}

// The handler of a press on a board knows the member's language. The first press reads it from the
// store, later presses use the cache.
func TestPressesReadTheLanguageOnce(t *testing.T) {
	t.Parallel()
	withGerman(t, func(t *testing.T, f *fixture, l *listener, reads *int) {
		for range 3 {
			f.do("a", "900", func(r *plan.Request) (plan.Plan, error) {
				l.hear(r)
				return plan.On{Match: "a", Decide: bump}, nil
			})
		}
		l.wants("a press on a board", "de", "de", "de")
		if *reads != 1 || f.stored("a").Version != 5 {
			t.Errorf("%d reads until version %d", *reads, f.stored("a").Version)
		}
	})
}

// Private answers, refusals and apologies are in the member's language, which is read from the store once.
func TestWhatIsPrivateIsSaidInTheMembersLanguage(t *testing.T) {
	t.Parallel()
	withGerman(t, func(t *testing.T, f *fixture, l *listener, reads *int) {
		l.privately("a", "900")
		l.wants("a private answer to a press on a board", "de")
		l.privately("", "")
		l.f.do("a", "900", func(r *plan.Request) (plan.Plan, error) {
			l.hear(r)
			return nil, errors.New("no")
		})
		l.wants("a command, and then a refusal", "de", "de")
		if *reads != 1 {
			t.Errorf("%d reads", *reads)
		}
		if got := f.Language(t.Context(), "7"); got != "de" {
			t.Errorf("an apology is said in %q", got)
		}
	})
}

// After a member has changed the language, the answer to that change and all later answers are in the new language.
func TestALanguageThatIsChosenIsSpokenAtOnce(t *testing.T) {
	t.Parallel()
	withGerman(t, func(t *testing.T, f *fixture, l *listener, reads *int) {
		l.privately("", "")
		f.command(func(r *plan.Request) (plan.Plan, error) {
			l.hear(r)
			return plan.ChangeMember{Change: func(m *match.Member) { m.Locale = "" }, Show: func(match.Member) plan.Answer {
				l.hear(r)
				return plan.Answer{As: plan.Private}
			}}, nil
		})
		l.privately("", "")
		l.wants("what comes before and after", "de", "de", "en-US", "en-US")
		if *reads != 1 {
			t.Errorf("%d reads", *reads)
		}
	})
}

// A change of the language by another process is noticed after settingsTTL if the store is shared.
// If it is not shared, the cached language stays.
func TestLanguagesAreKnownForAWhile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shared bool
		want   string
	}{"one process": {false, "de"}, "several": {true, "es-ES"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			withGerman(t, func(t *testing.T, f *fixture, _ *listener, _ *int) {
				f.memberCache.ttl = 0
				if c.shared {
					f.store.change(hooks{shared: true})
					f.memberCache.ttl = membersTTL(f.store)
				}
				before := f.Language(t.Context(), "7")
				if _, _, err := f.store.ChangeMember(t.Context(), "7", func(m *match.Member) { m.Locale = "es-ES" }); err != nil {
					t.Fatal(err)
				}
				soon := f.Language(t.Context(), "7")
				time.Sleep(settingsTTL)
				if later := f.Language(t.Context(), "7"); before != "de" || soon != "de" || later != c.want {
					t.Errorf("%q, %q, %q", before, soon, later)
				}
			})
		})
	}
}

// If the store hangs while it reads the member's language, the answer uses Discord's locale after a
// short wait. Once the store works again, answers use the chosen language.
func TestAnAnswerWaitsForNoLanguage(t *testing.T) {
	t.Parallel()
	withGerman(t, func(t *testing.T, f *fixture, l *listener, _ *int) {
		f.store.change(hooks{member: func(ctx context.Context) error {
			<-ctx.Done() // like a database that hangs
			return ctx.Err()
		}})
		begun := time.Now()
		l.privately("a", "900")
		l.wants("an answer", "en-US")
		if took := time.Since(begun); took > 2*settingsReadLimit {
			t.Errorf("it waits for %v", took)
		}
		f.store.change(hooks{})
		time.Sleep(settingsTTL)
		l.privately("", "")
		l.wants("another", "de")
	})
}

// A game that begins outside servers is in the member's language, also where everybody reads it.
func TestOutsideServersAllIsInTheMembersLanguage(t *testing.T) {
	t.Parallel()
	withGerman(t, func(t *testing.T, f *fixture, _ *listener, _ *int) {
		routed := f.discord.routed
		f.discord.routed = func(r *plan.Request) {
			routed(r)
			r.Place.Guild, r.Place.Locale = "", r.ClientLocale
		}
		begun := f.command(func(*plan.Request) (plan.Plan, error) {
			return plan.New{Begin: func(facts plan.Facts) (match.Match, error) {
				return f.match(facts.ID, match.Computer("random"), match.Options{Variant: game.Classic(3)}), nil
			}}, nil
		})
		if got := f.record(begun.Match).Place.Locale; got != "de" {
			t.Errorf("the game speaks %q", got)
		}
	})
}
