package texts

import (
	"testing"
	"time"

	"golang.org/x/text/language"
)

func formats(t *testing.T) *Catalogue {
	t.Helper()
	return loadFiles(t, map[string]string{
		"en-US": `{
			"list.comma": "{{.First}}, {{.Last}}", "list.and": "{{.First}} and {{.Last}}", "list.sentences": "{{.First}} {{.Last}}", "sentence": "{{.Text}}.",
			"months": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", "date": "{{.MonthName}} {{.Day}}, {{.Year}}", "date.time": "{{.Date}}, {{.Time}} UTC",
			"time.am": "{{.Hour12}}:{{.Minute}} AM", "time.pm": "{{.Hour12}}:{{.Minute}} PM", "games": {"one": "{{.N}} game", "other": "{{.N}} games"}}`,
		"de": `{"months": "Jan", "date": "{{.Day}}. {{.MonthName}} {{.Year}}",
			"time.am": "{{.Hour}}:{{.Minute}}", "time.pm": "{{.Hour}}:{{.Minute}}", "games": {"one": "{{.N}} Partie", "other": "{{.N}} Partien"}}`,
		"ja": `{"list.comma": "{{.First}}、{{.Last}}", "list.and": "{{.First}}と{{.Last}}", "list.sentences": "{{.First}}{{.Last}}", "sentence": "{{.Text}}。",
			"date": "{{.Year}}/{{.Month2}}/{{.Day2}}", "time.am": "{{.Hour2}}:{{.Minute}}", "time.pm": "{{.Hour2}}:{{.Minute}}"}`,
	})
}

func TestLists(t *testing.T) {
	t.Parallel()
	english, japanese := formats(t).ForLocale("en-US"), formats(t).ForLocale("ja")
	for i, test := range []struct{ got, want string }{
		{english.And(nil), ""}, {english.And([]string{"a"}), "a"}, {english.And([]string{"a", "b"}), "a and b"},
		{english.And([]string{"a", "b", "c", "d"}), "a, b, c and d"}, {japanese.And([]string{"a", "b", "c"}), "a、bとc"},
		{english.Comma(nil), ""}, {english.Comma([]string{"a"}), "a"}, {english.Comma([]string{"a", "b", "c"}), "a, b, c"},
		{japanese.Comma([]string{"a", "b", "c"}), "a、b、c"},
		{english.Sentences([]string{english.Sentence("One"), "Two."}), "One. Two."}, {japanese.Sentences([]string{japanese.Sentence("一"), "二。"}), "一。二。"},
	} {
		if test.got != test.want {
			t.Errorf("%d: %q, want %q", i, test.got, test.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	c := Load()
	for _, test := range []struct {
		locale string
		n      int
		want   string
	}{
		{"en-US", 0, "0"}, {"en-US", 999, "999"}, {"en-US", 1000, "1,000"}, {"en-GB", 1234567, "1,234,567"}, {"en-US", -12345, "-12,345"}, {"en-US", -999, "-999"},
	} {
		if got := c.ForLocale(test.locale).Number(test.n); got != test.want {
			t.Errorf("%s, %d: %q, want %q", test.locale, test.n, got, test.want)
		}
	}
	for _, test := range []struct {
		locale string
		x      float64
		digits int
		want   string
	}{
		{"en-US", 0.7149, 2, "0.71"}, {"de", 0.7149, 2, "0,71"}, {"ja", 0.7149, 2, "0.71"}, {"de", 0.004, 2, "0,00"}, {"de", 1, 2, "1,00"},
		{"en-US", 0.5, 1, "0.5"}, {"de", 1234.56, 1, "1234,6"}, {"en-US", 0.999, 2, "1.00"},
	} {
		if got := formats(t).ForLocale(test.locale).Decimal(test.x, test.digits); got != test.want {
			t.Errorf("%s, %g: %q, want %q", test.locale, test.x, got, test.want)
		}
	}
	for _, test := range []struct {
		locale string
		n      int
		want   string
	}{{"de", 1234, "1.234"}, {"de", 12345, "12.345"}, {"pl", 1234, "1234"}, {"pl", 12345, "12\u00a0345"}, {"es-ES", 9999, "9999"}, {"es-419", 9999, "9,999"}} {
		if got := (&Language{code: test.locale, tag: language.Make(test.locale)}).Number(test.n); got != test.want {
			t.Errorf("%s, %d: %q, want %q", test.locale, test.n, got, test.want)
		}
	}
	german := formats(t).ForLocale("de")
	if got := german.Count("games", 12345); got != "12.345 Partien" {
		t.Errorf("%q", got)
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	c, morning, evening := formats(t), time.Date(2026, 3, 4, 0, 5, 0, 0, time.UTC), time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)
	for _, test := range []struct{ locale, early, late string }{
		{"en-US", "Mar 4, 2026, 12:05 AM UTC", "Nov 22, 2026, 11:59 PM UTC"},
		{"de", "4. 3 2026, 0:05 UTC", "22. 11 2026, 23:59 UTC"}, // the German file lacks names for all twelve months
		{"ja", "2026/03/04, 00:05 UTC", "2026/11/22, 23:59 UTC"},
	} {
		l := c.ForLocale(test.locale)
		if early, late := l.Moment(morning), l.Moment(evening.In(time.FixedZone("", 3600))); early != test.early || late != test.late {
			t.Errorf("%s: %q and %q, want %q and %q", test.locale, early, late, test.early, test.late)
		}
	}
	for hour, want := range map[int]string{0: "12:00 AM", 1: "1:00 AM", 11: "11:00 AM", 12: "12:00 PM", 13: "1:00 PM", 23: "11:00 PM"} {
		if got := c.ForLocale("en-US").Clock(hour, 0); got != want {
			t.Errorf("%d: %q, want %q", hour, got, want)
		}
	}
	if names, ok := Load().ForLocale(Default).Months(); !ok || names[0] != "Jan" || names[11] != "Dec" {
		t.Errorf("%q, %t", names, ok)
	}
	if _, ok := c.ForLocale("de").Months(); ok {
		t.Error("one month is twelve")
	}
}
