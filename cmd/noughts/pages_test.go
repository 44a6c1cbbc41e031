package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLinks checks the relative links in the Markdown pages of the root folder, docs and deploy: each must lead to an
// existing file.
func TestLinks(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)`)
	links := 0
	for _, folder := range []string{".", "docs", "deploy"} {
		pages, err := filepath.Glob(filepath.Join("../..", folder, "*.md"))
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s: %d pages, %v", folder, len(pages), err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range link.FindAllStringSubmatch(string(text), -1) {
				links++
				if _, err := os.Stat(filepath.Join(filepath.Dir(page), strings.TrimSpace(found[1]))); err != nil {
					t.Errorf("%s links to %s: %v", page, found[1], err)
				}
			}
		}
	}
	if links < 50 {
		t.Errorf("found only %d links", links)
	}
}
