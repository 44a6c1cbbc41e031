package texts

import (
	"slices"
	"strconv"
	"strings"
	"time"

	printing "golang.org/x/text/message"
	"golang.org/x/text/number"
)

// How the language joins what stands in a row, and writes dates and hours.
const (
	listComma     Key = "list.comma"
	listAnd       Key = "list.and"
	listSentences Key = "list.sentences"
	sentence      Key = "sentence"
	months        Key = "months"
	dateDay       Key = "date"
	dateTime      Key = "date.time"
	timeAM        Key = "time.am"
	timePM        Key = "time.pm"
)

// Comma joins items with commas: "a, b, c" in English. It returns "" without items.
func (l *Language) Comma(items []string) string { return l.join(listComma, items) }

// And joins items with a word before the last: "a, b and c" in English. It returns "" without items.
func (l *Language) And(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return l.Say(listAnd, "First", l.Comma(items[:last]), "Last", items[last])
}

// Sentences joins whole sentences. It returns "" without sentences.
func (l *Language) Sentences(items []string) string { return l.join(listSentences, items) }

// Sentence adds the end of a sentence to a text.
func (l *Language) Sentence(text string) string { return l.Say(sentence, "Text", text) }

// join joins items by a text for two of them.
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

// grouped is the least number whose digits are grouped in some language. Live messages say a dozen numbers, all of
// them less.
const grouped = 1000

// groupLate are the languages of Discord's that group digits only where there are five of them: CLDR's
// minimumGroupingDigits, which golang.org/x/text does not know.
var groupLate = []string{"es-ES", "hu", "it", "pl"}

// Number returns a number of things with its digits grouped as the language does it: 12,345 in English. Numbers
// that count nothing, such as ratings, come from Ordinal.
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

// Decimal returns a number with a fixed number of digits after the language's decimal sign: 0.71 in English,
// 0,71 in German.
func (l *Language) Decimal(x float64, digits int) string {
	return printing.NewPrinter(l.tag).Sprint(number.Decimal(x, number.Scale(digits), number.NoSeparator()))
}

// Months returns the short names of the months, January first. It returns false if the language does not have
// twelve.
func (l *Language) Months() (names [12]string, ok bool) {
	said := strings.Fields(l.Say(months))
	if len(said) != len(names) {
		return names, false
	}
	return [12]string(said), true
}

// Date returns the day of a time in the time's own zone.
func (l *Language) Date(t time.Time) string {
	month := strconv.Itoa(int(t.Month()))
	name := month
	if names, ok := l.Months(); ok {
		name = names[t.Month()-1]
	}
	return l.Say(dateDay, "Day", strconv.Itoa(t.Day()), "Day2", twoDigits(t.Day()),
		"Month", month, "Month2", twoDigits(int(t.Month())), "MonthName", name, "Year", strconv.Itoa(t.Year()))
}

// Clock returns a time of day.
func (l *Language) Clock(hour, minute int) string {
	key := timeAM
	if hour >= 12 {
		key = timePM
	}
	return l.Say(key, "Hour", strconv.Itoa(hour), "Hour2", twoDigits(hour), "Hour12", strconv.Itoa((hour+11)%12+1), "Minute", twoDigits(minute))
}

// Moment returns the day and the time of day of a time in UTC.
func (l *Language) Moment(t time.Time) string {
	t = t.UTC()
	return l.Say(dateTime, "Date", l.Date(t), "Time", l.Clock(t.Hour(), t.Minute()))
}

// twoDigits writes a number below 100 with two digits.
func twoDigits(n int) string {
	return strconv.Itoa(n/10) + strconv.Itoa(n%10)
}
