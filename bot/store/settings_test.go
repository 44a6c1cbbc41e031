package store_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// ReadText fills absent fields with their defaults, and refuses texts that are no valid settings.
func TestReadText(t *testing.T) {
	t.Parallel()
	unset := match.Server{ID: "7"}
	for text, corrupt := range map[string]bool{
		`{}`: false, `{"roles":null}`: false,
		`null and void`: true, `[]`: true, `{"roles":"70"}`: true, `{"daily_hour":24}`: true,
	} {
		got, err := store.ReadText(text, unset, "settings")
		if errors.Is(err, store.ErrCorrupt) != corrupt || !corrupt && err != nil || !reflect.DeepEqual(got, unset) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// Giving a field of a record a value changes the exported text. Exceptions are planned replies and the list of votes.
func TestExportIsComplete(t *testing.T) {
	t.Parallel()
	export := func(r match.Record) string {
		text, err := store.Kept{Member: "100", Matches: []match.Record{r}}.Export()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var r match.Record
	empty := export(r)
	fields := 0
	eachField("", reflect.ValueOf(&r).Elem(), func(name string, field reflect.Value) {
		fields++
		if strings.HasPrefix(name, ".Match.Planned.") {
			return // only exported to the member who planned it: see TestOwnRepliesAreExported
		}
		switch value := field.Addr().Interface().(type) {
		case *time.Time:
			*value = time.UnixMilli(1)
		case *time.Duration:
			*value = time.Second
		case *game.Moves:
			*value = game.Moves{1}
		case *[]match.Vote:
			return // not exported whole, because it has votes of other members, too; a member's own votes are in Kept.Votes
		case *[]string:
			*value = []string{"1"}
		default:
			switch field.Kind() {
			case reflect.String:
				field.SetString("a")
			case reflect.Bool:
				field.SetBool(true)
			case reflect.Int:
				field.SetInt(1)
			case reflect.Uint8:
				field.SetUint(1)
			default:
				t.Errorf("%s is a %s", name, field.Type())
			}
		}
		if export(r) == empty {
			t.Errorf("%s is not exported", name)
		}
		field.SetZero()
	})
	if fields < 35 {
		t.Errorf("the test has found %d fields only", fields)
	}
}

// eachField calls `do` for the fields of a struct. For a field that is a struct or an array it calls `do` for the
// parts.
func eachField(name string, v reflect.Value, do func(name string, field reflect.Value)) {
	_, isTime := v.Interface().(time.Time)
	switch {
	case v.Kind() == reflect.Struct && !isTime:
		for i := range v.NumField() {
			eachField(name+"."+v.Type().Field(i).Name, v.Field(i), do)
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			eachField(name, v.Index(i), do)
		}
	default:
		do(name, v)
	}
}

// TestOwnRepliesAreExported checks that a planned reply is in the export of the member who planned
// it, and not in the opponent's.
func TestOwnRepliesAreExported(t *testing.T) {
	t.Parallel()
	m, err := match.New("222222222222", "100", match.Person("100"), match.Person("200"), match.Options{Variant: game.Classic(3)}, game.X, time.UnixMilli(1))
	for _, change := range []func() (match.Match, error){
		func() (match.Match, error) { return m.Accept("200", game.X, time.UnixMilli(1)) },
		func() (match.Match, error) { return m.Play("100", game.At(1, 1), time.UnixMilli(1)) },
		func() (match.Match, error) {
			return m.PlanMove("100", match.ConditionalMove{If: game.At(0, 0), Then: game.At(2, 0)}, time.UnixMilli(1))
		},
	} {
		if err == nil {
			m, err = change()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for member, want := range map[string]bool{"100": true, "200": false} {
		text, err := store.Kept{Member: member, Matches: []match.Record{{Match: m}}}.Export()
		if err != nil || strings.Contains(string(text), `"planned"`) != want {
			t.Errorf("the export of %s: %v\n%s", member, err, text)
		}
	}
}
