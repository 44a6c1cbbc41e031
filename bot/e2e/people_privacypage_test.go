package e2e

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
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
)

// privacyPage returns the text of PRIVACY.md, or of one section if `section` is not "".
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

// column returns the names in backquotes in column n, counted from 1, of all tables in a text.
func column(text string, n int) (names []string) {
	for line := range strings.Lines(text) {
		if cells := strings.Split(line, "|"); strings.HasPrefix(line, "|") && len(cells) > n {
			names = append(names, quoted(cells[n])...)
		}
	}
	return names
}

// quoted returns the names in backquotes in a text.
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

// TestPrivacyNamesWhatTheExportHas exports the data of a member who has data of every kind. PRIVACY.md must name
// exactly the parts of the exported file and exactly the settings in it.
func TestPrivacyNamesWhatTheExportHas(t *testing.T) {
	t.Parallel()
	var kept store.Kept
	fill(reflect.ValueOf(&kept).Elem(), 0)
	text, err := kept.Export()
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]json.RawMessage
	var settings map[string]any
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file["settings"], &settings); err != nil {
		t.Fatal(err)
	}
	section := privacyPage(t, "What is kept")
	wantNames(t, "the part", column(section, 2), slices.Collect(maps.Keys(file)))
	_, parts, _ := strings.Cut(section, "\nThe parts of `settings` are:")
	parts, _, _ = strings.Cut(parts, "\n\n")
	wantNames(t, "the setting", quoted(parts), slices.Collect(maps.Keys(settings)))
}

// fill sets a value and all fields inside it to something other than zero, so that JSON omits none.
func fill(v reflect.Value, depth int) {
	const deepest = 12 // a limit for types that contain themselves
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Unix(1, 0)))
		return
	}
	if depth > deepest || !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth+1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, depth+1)
		fill(value, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1)
	default:
		if v.CanInt() {
			v.SetInt(1)
		} else if v.CanUint() {
			v.SetUint(1)
		}
	}
}

// TestPrivacyNamesEveryTable checks that PRIVACY.md names exactly the tables of a new database.
func TestPrivacyNamesEveryTable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "noughts.db")
	if err := openDatabase(t, "sqlite:"+path).Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(t.Context(), `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%version%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
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

// inWords returns a duration in hours up to a day, and in days above that.
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
