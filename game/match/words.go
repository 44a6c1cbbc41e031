package match

import (
	"fmt"
	"slices"
)

// The texts that values of First, Status, Reason, Notice and Thread are stored as, indexed by value. The text of a
// value must never change.
var (
	firsts   = []string{FirstX: "x", FirstO: "o", FirstRandom: "random"}
	statuses = []string{Challenge: "challenge", Playing: "playing", Over: "over"}
	reasons  = []string{
		Unfinished: "", ByLine: "line", ByFullBoard: "full board", ByResignation: "resignation", ByTimeout: "timeout", ByAgreement: "agreement", ByLeaving: "leaving",
		Aborted: "aborted", Declined: "declined", Withdrawn: "withdrawn", Expired: "expired", Abandoned: "abandoned",
		Moderated: "moderated", Stranded: "stranded",
	}
	notices = []string{NoNotice: "", Accepted: "accepted", YourTurn: "turn", TimeShort: "time", NextUp: "next"}
	threads = []string{NoThread: "", ThreadWanted: "wanted", ThreadOpening: "opening", ThreadOpen: "open", ThreadClosed: "closed"}
)

// MarshalText returns the text that the value is stored as.
func (f First) MarshalText() ([]byte, error) { return word(firsts, f) }

// UnmarshalText reads the output of MarshalText.
func (f *First) UnmarshalText(text []byte) error { return readWord(f, firsts, text) }

// MarshalText returns the text that the value is stored as.
func (s Status) MarshalText() ([]byte, error) { return word(statuses, s) }

// UnmarshalText reads the output of MarshalText.
func (s *Status) UnmarshalText(text []byte) error { return readWord(s, statuses, text) }

// MarshalText returns the text that the value is stored as.
func (r Reason) MarshalText() ([]byte, error) { return word(reasons, r) }

// UnmarshalText reads the output of MarshalText.
func (r *Reason) UnmarshalText(text []byte) error { return readWord(r, reasons, text) }

// MarshalText returns the text that the value is stored as.
func (n Notice) MarshalText() ([]byte, error) { return word(notices, n) }

// UnmarshalText reads the output of MarshalText.
func (n *Notice) UnmarshalText(text []byte) error { return readWord(n, notices, text) }

// MarshalText returns the text that the value is stored as.
func (t Thread) MarshalText() ([]byte, error) { return word(threads, t) }

// UnmarshalText reads the output of MarshalText.
func (t *Thread) UnmarshalText(text []byte) error { return readWord(t, threads, text) }

func word[T ~uint8](words []string, value T) ([]byte, error) {
	if int(value) >= len(words) {
		return nil, fmt.Errorf("%T has no value %d", value, value)
	}
	return []byte(words[value]), nil
}

func readWord[T ~uint8](value *T, words []string, text []byte) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return fmt.Errorf("%.20q is not one of %q", text, words)
	}
	*value = T(i)
	return nil
}
