package openapi

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// discord returns Discord's OpenAPI document. It skips the test if DISCORD_OPENAPI is not set.
func discord(t testing.TB) *Document {
	t.Helper()
	if os.Getenv(Variable) == "" {
		t.Skipf("set %s to the file of Discord's OpenAPI document: CONTRIBUTING.md says where it comes from", Variable)
	}
	d, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// small is a small OpenAPI document for tests of Load and Check.
const small = `{"openapi":"3.1.0","paths":{
	"/things/{thing}":{
		"parameters":[{"name":"thing","in":"path","required":true,"schema":{"type":"string","pattern":"^[0-9]+$"}}],
		"get":{"operationId":"get_thing","parameters":[{"name":"deep","in":"query","required":true,"schema":{"type":"boolean"}}],
			"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}},"4XX":{}}},
		"put":{"operationId":"put_thing","responses":{"204":{}}}},
	"/things/@mine":{"get":{"operationId":"get_mine","responses":{"204":{}}}}},
	"components":{"schemas":{"Thing":{"type":"object","required":["id"]}}}}`

// reads loads an OpenAPI document from a string.
func reads(t *testing.T, text string) (*Document, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Load(path)
}

func TestLoadRefusesWhatIsNoDocument(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `{`, `[]`, `{}`, `{"openapi":"3.0.1","paths":{"/x":{"get":{}}}}`, `{"openapi":"3.1.0","paths":{}}`} {
		if _, err := reads(t, text); !errors.Is(err, ErrDocument) {
			t.Errorf("%q: %v, want ErrDocument", text, err)
		}
	}
	for old, unknown := range map[string]string{
		`"pattern":"^[0-9]+$"`:         `"multipleOf":2`,
		`"required":["id"]`:            `"properties":{"id":{"oneOf":[{"not":{}}]}}`,
		`"#/components/schemas/Thing"`: `"#/components/schemas/Think"`,
		`"schema":{"type":"boolean"}`:  `"schema":{"items":{"additionalProperties":{"if":{}}}}`,
	} {
		if _, err := reads(t, strings.Replace(small, old, unknown, 1)); !errors.Is(err, ErrDocument) {
			t.Errorf("%s: %v, want ErrDocument", unknown, err)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestOperationsAreFoundByMethodAndPath(t *testing.T) {
	t.Parallel()
	d, err := reads(t, small)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ method, path, want string }{
		{"GET", "/api/v10/things/7", "get_thing"},
		{"GET", "/api/v9/things/7", "get_thing"},
		{"GET", "/api/v10/things/@mine", "get_mine"},
		{"PUT", "/api/v10/things/@mine", "put_thing"},
		{"POST", "/api/v10/things/7", ""},
		{"GET", "/api/v10/things/", ""},
		{"GET", "/api/v10/things/7/parts", ""},
		{"GET", "/api/v8/things/7", ""},
	} {
		got := ""
		if op, _ := d.find(c.method, c.path); op != nil {
			got = op.id
		}
		if got != c.want {
			t.Errorf("%s %s: operation %q, want %q", c.method, c.path, got, c.want)
		}
	}
}

func TestWhatIsWrongIsSaidWhere(t *testing.T) {
	t.Parallel()
	d, err := reads(t, small)
	if err != nil {
		t.Fatal(err)
	}
	get := func(path, query string, status int, answer string) discordtest.Exchange {
		return discordtest.Exchange{Method: "GET", Path: "/api/v10" + path, Query: query, Status: status, Answer: []byte(answer)}
	}
	body := get("/things/@mine", "", 204, "")
	body.Body = []byte("{}")
	for _, c := range []struct {
		exchange discordtest.Exchange
		want     string
	}{
		{get("/nothing", "", 404, ""), "GET /api/v10/nothing: path: the document has no such operation"},
		{get("/things/seven", "deep=1", 404, ""), `GET /api/v10/things/seven (get_thing): path thing: ["seven"] is not a value for it`},
		{get("/things/7", "", 400, ""), "GET /api/v10/things/7 (get_thing): query deep: missing"},
		{get("/things/7", "deep=yes", 400, ""), `GET /api/v10/things/7 (get_thing): query deep: ["yes"] is not a value for it`},
		{get("/things/7", "deep=%zz", 400, ""), `GET /api/v10/things/7 (get_thing): query: invalid URL escape "%zz"`},
		{get("/things/7", "deep=1", 200, `{}`), "GET /api/v10/things/7 (get_thing): answer: missing property 'id'"},
		{get("/things/7", "deep=1", 200, `{`), "GET /api/v10/things/7 (get_thing): answer: not JSON: unexpected EOF"},
		{get("/things/7", "deep=1", 201, `{}`), "GET /api/v10/things/7 (get_thing): answer: status 201 is not one of the document's"},
		{get("/things/@mine", "", 204, `{}`), "GET /api/v10/things/@mine (get_mine): answer: a body with status 204"},
		{body, "GET /api/v10/things/@mine (get_mine): request: a body where the document has none"},
	} {
		got := d.Check(c.exchange)
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%v\nwant %s", got, c.want)
		}
	}
	if got := d.Check(get("/things/7", "deep=True", 200, `{"id":1}`)); got != nil {
		t.Errorf("a right exchange: %v", got)
	}
}
