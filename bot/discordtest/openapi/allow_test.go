package openapi

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
)

// An example tests one allowance (an exception to Discord's OpenAPI document): `forgiven` is an exchange that this
// allowance permits, and `not` is a similar one that no allowance permits.
type example struct{ forgiven, not discordtest.Exchange }

// version returns the exchange with another version of the API in its path.
func version(e discordtest.Exchange, v string) discordtest.Exchange {
	e.Path = "/api/" + v + e.Path[len("/api/v10"):]
	return e
}

// query returns the exchange with the query q in its request.
func query(e discordtest.Exchange, q string) discordtest.Exchange {
	e.Query = q
	return e
}

var examples = map[string]example{
	"permissions as text": {
		forgiven: asked(commands, `[{"name":"go","description":"x","default_member_permissions":"0032"}]`),
		not:      asked(commands, `[{"name":"go","description":"x","default_member_permissions":"-32"}]`),
	},
	"version 9": {
		forgiven: version(asked(messages, `{"content":"x"}`), "v9"),
		not:      version(asked(messages, `{"content":"x"}`), "v8"),
	},
	"ids of new files as numbers": {
		forgiven: asked(messages, `{"attachments":[{"id":0,"filename":"a.png"}]}`),
		not:      asked(messages, `{"attachments":[{"id":true,"filename":"a.png"}]}`),
	},
	"forwards": {
		forgiven: asked(messages, `{"message_reference":{"type":1,"message_id":"1","channel_id":"1"}}`),
		not:      asked(messages, `{"message_reference":{"type":2,"message_id":"1","channel_id":"1"}}`),
	},
	"descriptions of applications as text": {
		forgiven: asked("PATCH /applications/@me", `{"description":"Watches games"}`),
		not:      asked("PATCH /applications/@me", `{"description":7}`),
	},
	"booleans in queries": {
		forgiven: query(asked(callback, `{"type":6}`), "with_response=True"),
		not:      query(asked(callback, `{"type":6}`), "with_response=yes"),
	},
}

func TestEachAllowanceForgivesWhatItSaysAndNoMore(t *testing.T) {
	t.Parallel()
	var names []string
	for _, a := range allowances {
		names = append(names, a.name)
		if a.reason == "" {
			t.Errorf("%s: no reason", a.name)
		}
	}
	if want := slices.Sorted(maps.Keys(examples)); !slices.Equal(slices.Sorted(slices.Values(names)), want) {
		t.Fatalf("allowances %q, examples for %q", names, want)
	}
	d := discord(t)
	for name, e := range examples {
		if got := d.Check(e.forgiven); got != nil {
			t.Errorf("%s: %v", name, got)
		}
		if got := d.Check(e.not); len(got) != 1 {
			t.Errorf("%s: %v, want one violation", name, got)
		}
	}
}

func TestPermissionsBecomeTheNumberTheyStandFor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]any{
		"0": json.Number("0"), "000": json.Number("0"), "32": json.Number("32"), "0032": json.Number("32"),
		"": "", "x": "x", "-1": "-1", "1.5": "1.5",
	} {
		body := map[string]any{"default_member_permissions": text, "name": "7"}
		allow([]any{body})
		if diff := cmp.Diff(map[string]any{"default_member_permissions": want, "name": "7"}, body); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// TestAllowancesAreNeeded checks that the OpenAPI document itself still refuses permissions as text, ids of files as
// numbers, and booleans as text. An allowance that is no longer needed should be removed.
func TestAllowancesAreNeeded(t *testing.T) {
	t.Parallel()
	d := discord(t)
	op, _ := d.find("PUT", "/api/v10/applications/1/commands")
	if err := d.prepare(op); err != nil {
		t.Fatal(err)
	}
	body := []any{map[string]any{"name": "go", "default_member_permissions": "32"}}
	if op.body[0].schema.Validate(body) == nil {
		t.Error("the document takes permissions as text")
	}
	op, _ = d.find("POST", "/api/v10/channels/1/messages")
	if err := d.prepare(op); err != nil {
		t.Fatal(err)
	}
	file := map[string]any{"id": json.Number("0"), "filename": "a.png"}
	if op.body[0].schema.Validate(map[string]any{"attachments": []any{file}}) == nil {
		t.Error("the document takes ids of files as numbers")
	}
	op, _ = d.find("POST", "/api/v10/interactions/1/token/callback")
	if err := d.prepare(op); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(op.parameters, func(p parameter) bool { return p.name == "with_response" })
	if op.parameters[i].schema.Validate("True") == nil {
		t.Error("the document takes booleans as text")
	}
}

func TestAllowancesOfSchemasAreNeeded(t *testing.T) {
	t.Parallel()
	discord(t)
	path, err := fromRoot(os.Getenv(Variable))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	for _, a := range allowances {
		if a.schemas != nil && !a.schemas(document.Components.Schemas) {
			t.Errorf("%s: the document says so itself by now", a.name)
		}
	}
}
