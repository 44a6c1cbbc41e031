package texts

import (
	"slices"
	"strconv"
	"strings"
	"time"

	printing "golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Comma joins items with commas: "a, b, c" in English. It returns "" without items.
func (l *Language) Comma(items []string) string { return l.join("list.comma", items) }

// And joins items with commas, and the last item with a word: "a, b and c" in English. It returns "" without items.
func (l *Language) And(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return l.Say("list.and", "First", l.Comma(items[:last]), "Last", items[last])
}

// Sentences joins whole sentences, with a space in English. It returns "" without sentences.
func (l *Language) Sentences(items []string) string { return l.join("list.sentences", items) }

// Sentence ends a text with the language's full stop.
func (l *Language) Sentence(text string) string { return l.Say("sentence", "Text", text) }

// join joins items pairwise with the text named `key`, which has the arguments First and Last.
func (l *Language) join(key Key, items []string) string {
	if len(items) == 0 {
		return ""
	}
	joined := items[0]
	for _, item := range items[1:] {
		joined = l.Say(key, "First", joined, "Last", item)
	}
	return joined
}

// grouped is the smallest number with grouped digits in any language (1,000 in English). Number has a fast path for
// smaller numbers, because a live message has a dozen numbers and nearly all of them are smaller.
const grouped = 1000

// groupLate are the languages of Discord that group the digits of 12.345 but not of 1234 (CLDR's minimumGroupingDigits
// is 2). golang.org/x/text does not know this rule.
var groupLate = []string{"es-ES", "hu", "it", "pl"}

// Number formats a count, with its digits grouped by the language's rules: 12,345 in English. Use
// Ordinal for numbers that are not counts, such as ratings.
func (l *Language) Number(n int) string {
	least := grouped
	if slices.Contains(groupLate, l.code) {
		least *= 10
	}
	if -least < n && n < least {
		return strconv.Itoa(n)
	}
	return printing.NewPrinter(l.tag).Sprint(number.Decimal(n))
}

// Decimal formats a number with a fixed number of digits after the language's decimal sign: 0.71 in
// English, 0,71 in German. It does not group digits.
func (l *Language) Decimal(x float64, digits int) string {
	return printing.NewPrinter(l.tag).Sprint(number.Decimal(x, number.Scale(digits), number.NoSeparator()))
}

// Months returns the short names of the months, January first. It returns false if the language's
// text does not hold exactly twelve names.
func (l *Language) Months() (names [12]string, ok bool) {
	said := strings.Fields(l.Say("months"))
	if len(said) != len(names) {
		return names, false
	}
	return [12]string(said), true
}

// Date formats the calendar day of t in t's own time zone.
func (l *Language) Date(t time.Time) string {
	month := strconv.Itoa(int(t.Month()))
	name := month
	if names, ok := l.Months(); ok {
		name = names[t.Month()-1]
	}
	return l.Say("date", "Day", strconv.Itoa(t.Day()), "Day2", twoDigits(t.Day()),
		"Month", month, "Month2", twoDigits(int(t.Month())), "MonthName", name, "Year", strconv.Itoa(t.Year()))
}

// Clock formats a time of day. `hour` is from 0 to 23.
func (l *Language) Clock(hour, minute int) string {
	key := Key("time.am")
	if hour >= 12 {
		key = "time.pm"
	}
	return l.Say(key, "Hour", strconv.Itoa(hour), "Hour2", twoDigits(hour), "Hour12", strconv.Itoa((hour+11)%12+1), "Minute", twoDigits(minute))
}

// Moment formats the date and the time of day of t, both in UTC.
func (l *Language) Moment(t time.Time) string {
	t = t.UTC()
	return l.Say("date.time", "Date", l.Date(t), "Time", l.Clock(t.Hour(), t.Minute()))
}

func twoDigits(n int) string {
	return strconv.Itoa(n/10) + strconv.Itoa(n%10)
}
