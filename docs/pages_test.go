// Package docs_test checks the pages of this folder.
package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)`)

// Every link of a page to a file of the project leads to one.
func TestLinks(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	links := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			links++
			if _, err := os.Stat(filepath.FromSlash(strings.TrimSpace(found[1]))); err != nil {
				t.Errorf("%s links to %s: %v", page, found[1], err)
			}
		}
	}
	if links < 10 {
		t.Errorf("the test has found %d links only", links)
	}
}
