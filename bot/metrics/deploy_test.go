package metrics_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func deployed(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func expressions(t *testing.T) (all []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Title   string
			Type    string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(deployed(t, "grafana-dashboard.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, p := range dashboard.Panels {
		if p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("the panel %q shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			all = append(all, target.Expr)
		}
	}
	return all
}

type family struct {
	name, kind string
	series     []string
}

// families returns the metrics of a bot that has run playAStory, by the name of the metric.
func families(t *testing.T) map[string]*family {
	t.Helper()
	h := newFixture(t)
	h.playAStory()
	all := map[string]*family{}
	var newest *family
	for line := range strings.Lines(h.scraped()) {
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(strings.TrimSpace(rest), " ")
			newest = &family{name: name, kind: kind}
			all[name] = newest
		}
		if !strings.HasPrefix(line, "#") {
			newest.series = append(newest.series, line)
		}
	}
	return all
}

var (
	// nameInQuery finds the names of metrics in a query: the bot's own metrics and those of libraries.
	nameInQuery = regexp.MustCompile(`\b(?:noughts|go|process)_[a-z_]+\b`)
	// selector finds the metric, the label and the values of a query's selectors.
	selector = regexp.MustCompile(`(\w+)\{(\w+)=~?"([^"]+)"`)
	// part finds the suffix of the name of a histogram's series.
	part = regexp.MustCompile(`_(bucket|count|sum)$`)
)

func named(of map[string]*family, name string) *family {
	if f := of[name]; f != nil {
		return f
	}
	if f := of[part.ReplaceAllString(name, "")]; f != nil && f.kind == "histogram" {
		return f
	}
	return nil
}

func (f *family) has(label, value string) bool {
	return slices.ContainsFunc(f.series, func(series string) bool {
		return strings.Contains(series, label+`="`+value+`"`)
	})
}

// checkQuery fails the test unless all metrics, labels and values that a query names exist.
func checkQuery(t *testing.T, of map[string]*family, query string) {
	t.Helper()
	for _, name := range nameInQuery.FindAllString(query, -1) {
		if named(of, name) == nil {
			t.Fatalf("there is no metric %s, which a query names: %s", name, query)
		}
	}
	for _, found := range selector.FindAllStringSubmatch(query, -1) {
		name, label := found[1], found[2]
		if label == "job" { // the label job is set by Prometheus itself
			continue
		}
		for _, value := range strings.Split(found[3], "|") {
			if !named(of, name).has(label, value) {
				t.Errorf("%s has no %s=%q, which a query names: %s", name, label, value, query)
			}
		}
	}
}

func TestTheDashboardShowsEveryMetricAndNoOther(t *testing.T) {
	t.Parallel()
	of, shown := families(t), map[string]bool{}
	queries := expressions(t)
	for _, query := range queries {
		checkQuery(t, of, query)
		for _, name := range nameInQuery.FindAllString(query, -1) {
			shown[named(of, name).name] = true
		}
	}
	for name := range of {
		if strings.HasPrefix(name, "noughts_") && !shown[name] {
			t.Errorf("no panel shows %s", name)
		}
	}
}

func TestAlertsAskForWhatThereIs(t *testing.T) {
	t.Parallel()
	of, alerts := families(t), deployed(t, "alerts.yaml")
	rules := strings.Split(alerts, "- alert: ")[1:]
	if len(rules) != 7 {
		t.Errorf("%d alerts, want 7", len(rules))
	}
	for _, rule := range rules {
		name, _, _ := strings.Cut(rule, "\n")
		_, rest, _ := strings.Cut(rule, "expr:")
		query, _, ok := strings.Cut(rest, "for:")
		if !ok || !nameInQuery.MatchString(query) {
			t.Errorf("%s asks for nothing", name)
		}
		checkQuery(t, of, query)
		for _, field := range []string{"summary: ", "do: ", "severity: "} {
			if !strings.Contains(rule, field) {
				t.Errorf("%s has no %s", name, field)
			}
		}
	}
}
