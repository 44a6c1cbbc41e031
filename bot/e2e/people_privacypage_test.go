package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/config"
	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game/match"
)

func privacyPage(t *testing.T, section string) string {
	t.Helper()
	text, err := os.ReadFile("../../PRIVACY.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	if section != "" {
		_, page, _ = strings.Cut(page, "\n## "+section+"\n")
		page, _, _ = strings.Cut(page, "\n## ")
	}
	return page
}

func column(text string, n int) (names []string) {
	for line := range strings.Lines(text) {
		if cells := strings.Split(line, "|"); strings.HasPrefix(line, "|") && len(cells) > n {
			names = append(names, quoted(cells[n])...)
		}
	}
	return names
}

func quoted(text string) (names []string) {
	for _, found := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}

// wantNames checks that PRIVACY.md names exactly the wanted names. `what` is the kind of name for error messages, such
// as "the table".
func wantNames(t *testing.T, what string, named, want []string) {
	t.Helper()
	for _, name := range want {
		if !slices.Contains(named, name) {
			t.Errorf("PRIVACY.md: %s `%s` is not named. Say what it holds, why, how long, and who sees it", what, name)
		}
	}
	for _, name := range named {
		if !slices.Contains(want, name) {
			t.Errorf("PRIVACY.md: %s `%s` is named, and the program has none", what, name)
		}
	}
}

func TestPrivacyNamesWhatTheExportHas(t *testing.T) {
	t.Parallel()
	section := privacyPage(t, "What is kept")
	wantNames(t, "the part", column(section, 2), jsonNames(reflect.TypeFor[store.Kept]()))
	_, parts, _ := strings.Cut(section, "\nThe parts of `settings` are:")
	parts, _, _ = strings.Cut(parts, "\n\n")
	wantNames(t, "the setting", quoted(parts), jsonNames(reflect.TypeFor[match.Member]()))
}

// jsonNames returns the names of a struct's fields in JSON.
func jsonNames(of reflect.Type) (names []string) {
	for _, f := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

func TestPrivacyNamesEveryTable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "noughts.db")
	if err := openDatabase(t, "sqlite:"+path).Close(); err != nil {
		t.Fatal(err)
	}
	tables, err := queried(t, path, `SELECT name FROM sqlite_schema
		WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%version%'`)
	if err != nil {
		t.Fatal(err)
	}
	wantNames(t, "the table", column(privacyPage(t, "For owners: every table"), 1), tables)
}

// TestPrivacySaysTheTimesOfTheProgram checks that each duration in PRIVACY.md equals the program's
// constant. PRIVACY.md may contain no other durations.
func TestPrivacySaysTheTimesOfTheProgram(t *testing.T) {
	t.Parallel()
	page := strings.Join(strings.Fields(privacyPage(t, "")), " ")
	for _, c := range []struct {
		sentence string // with the time as %s
		is       time.Duration
	}{
		{"with the id of its game, for %s:", store.KeyLife},
		{"a text that you paste is kept for %s.", store.PastedLife},
		{"shown in a channel is kept for %s.", store.ShareLife},
		{"limits you have used, for %s. A keyed hash", store.TraceLife},
		{"database is set aside for %s.", database.SetAsideLife},
		{"which are kept for %s. Without that", store.RemainsLife},
		{"are deleted after %s (`KEEP_REMOVED`)", config.DefaultKeepRemoved},
		{"deletes at once, at most every %s.", limits.Defaults.DeletePause},
		{fmt.Sprintf("makes one every %%s and keeps %d (`BACKUP_EVERY`, `BACKUP_KEEP`)", config.DefaultBackupKeep), config.DefaultBackupEvery},
	} {
		want := fmt.Sprintf(c.sentence, inWords(c.is))
		if !strings.Contains(page, want) {
			t.Errorf("PRIVACY.md does not say %q", want)
		}
		page = strings.Replace(page, want, "", 1)
	}
	if other := regexp.MustCompile(`\d+ (second|minute|hour|day|week|month|year)s?`).FindString(page); other != "" {
		t.Errorf("PRIVACY.md says %q: add the constant that it comes from to this test", other)
	}
}

func inWords(d time.Duration) string {
	switch hours := int(d.Hours()); {
	case hours == 1:
		return "1 hour"
	case hours <= 24:
		return fmt.Sprintf("%d hours", hours)
	default:
		return fmt.Sprintf("%d days", hours/24)
	}
}
