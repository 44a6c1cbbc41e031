package limits_test

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
)

// TestPathsWithoutIDs checks that a path with "undefined" instead of an id is refused at that id. It tries each id in
// the path of each operation in Discord's OpenAPI document.
func TestPathsWithoutIDs(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	synctest.Test(t, func(t *testing.T) {
		st := newStage(t)
		places, operations := 0, 0
		for _, name := range d.requests() {
			method, path, _ := strings.Cut(name, " ")
			served := false
			for _, id := range d.pathIDs(method, path) {
				wrong := strings.ReplaceAll(path, "{"+id+"}", "undefined")
				a := st.send(method, anyParameter.ReplaceAllString(wrong, "1"), "")
				if a.notHere() {
					continue
				}
				served = true
				places++
				if a.status != http.StatusBadRequest || a.errorsAt([]string{id})["_errors"] == nil {
					t.Errorf("%s %s: %.200s", method, wrong, a)
				}
			}
			if served {
				operations++
			}
		}
		t.Logf("%d ids in the paths of %d operations", places, operations)
	})
}

var anyParameter = regexp.MustCompile(`\{[^}]*\}`)

// requests returns all operations of the OpenAPI document, such as "GET /users/{user_id}".
func (d document) requests() []string {
	var out []string
	paths, _ := d.root["paths"].(map[string]any)
	for path := range paths {
		for method := range d.member(pointer{"paths", path}) {
			if method != "parameters" {
				out = append(out, strings.ToUpper(method)+" "+path)
			}
		}
	}
	slices.Sort(out)
	return out
}

// pathIDs returns the names of the ids in the path of an operation.
func (d document) pathIDs(method, path string) []string {
	var out []string
	for _, at := range []pointer{{"paths", path}, {"paths", path, strings.ToLower(method)}} {
		for i := range anyList(d.member(at)["parameters"]) {
			p, place := d.at(at.to("parameters", strconv.Itoa(i)))
			if p["in"] == "path" && d.member(place.to("schema"))["format"] == "snowflake" {
				out = append(out, p["name"].(string))
			}
		}
	}
	return out
}
