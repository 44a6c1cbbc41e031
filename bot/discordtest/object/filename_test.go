package object_test

import (
	"testing"

	"noughts/bot/discordtest/object"
)

// FileName keeps the ASCII part of a name. A name with letters that have no ASCII form, or with nothing
// to keep, is replaced by a hash. Applying FileName twice changes nothing more.
func TestFileNames(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		"board.png":           "board.png",
		"hello (world).png":   "hello_world.png",
		"_bug1.png":           "bug1.png",
		"a  b\tc.TXT":         "a_b_c.TXT",
		"../../etc/passwd":    "etc_passwd",
		"Übersicht é.pdf":     "Ubersicht_e.pdf",
		"SPOILER_end (1).gif": "SPOILER_end_1.gif",
		"8월 추천 여행지.pdf":       "bc2370e4b35faf08.pdf",
		"SPOILER_доска.png":   "SPOILER_7e5ce0333a714614.png",
		"___":                 "bda251550bf0478f",
		"…":                   "b4935894c8ce16bd",
	} {
		got := object.FileName(sent)
		if again := object.FileName(got); got != want || again != got {
			t.Errorf("%q: %q, and that is %q, want %q", sent, got, again, want)
		}
	}
}
