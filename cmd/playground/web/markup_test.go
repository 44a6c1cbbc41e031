package web_test

import (
	"strings"
	"testing"
	"time"

	"noughts/cmd/playground/web"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func placing() web.Context {
	named := func(id, name, url string) func(string) (web.Place, bool) {
		return func(s string) (web.Place, bool) { return web.Place{Name: name, URL: url}, s == id }
	}
	return web.Context{
		Now:     now,
		Zone:    time.UTC,
		User:    named("1", "Alice", ""),
		Role:    named("2", "Players", ""),
		Channel: named("3", "general", "/?channel=general"),
		Link:    named("https://discord.com/channels/7/3/9", "#general › message", "#m-9"),

		CustomPicture: func(id string) (string, bool) { return "/emojis/" + id + ".webp", id == "12" },
	}
}

func TestHTML(t *testing.T) {
	t.Parallel()
	p := func(s string) string { return `<p class="md-text">` + s + `</p>` }
	drawn := func(url, alt, name string) string {
		return `<img class="emoji" src="` + url + `" alt="` + alt + `" aria-label="` + name + `" draggable="false">`
	}
	glyph := func(s string) string { return `<span class="emoji">` + s + `</span>` }
	tests := map[string]struct{ in, want string }{
		"empty":                 {"", ""},
		"text":                  {"hello", p("hello")},
		"escaped":               {`<b>"&'`, p(`&lt;b&gt;&#34;&amp;&#39;`)},
		"entity":                {"&amp;", p("&amp;amp;")},
		"bold":                  {"**a**", p(`<strong class="md-strong">a</strong>`)},
		"italics":               {"*a* _b_", p(`<em class="md-em">a</em> <em class="md-em">b</em>`)},
		"bold italics":          {"***a***", p(`<strong class="md-strong"><em class="md-em">a</em></strong>`)},
		"styles in styles":      {"**a *b* `**` c** *d **e** f* 2 * 3 * 4", p(`<strong class="md-strong">a <em class="md-em">b</em> <code class="md-inline-code">**</code> c</strong> <em class="md-em">d <strong class="md-strong">e</strong> f</em> 2 * 3 * 4`)},
		"open styles":           {"**a *b `f [g](h", p("**a *b `f [g](h")},
		"underscore in a word":  {"snake_case_name", p("snake_case_name")},
		"code":                  {"`<*a*>`", p(`<code class="md-inline-code">&lt;*a*&gt;</code>`)},
		"backslash":             {`\*a\* \x`, p(`*a* \x`)},
		"lines":                 {"a\nb", p("a\nb")},
		"empty line":            {"a\n\nb", p("a\n\nb")},
		"leading spaces kept":   {"a\n  b", p("a\n  b")},
		"heading":               {"# A", `<h3 class="md-h1">A</h3>`},
		"heading 3":             {"### *A*", `<h5 class="md-h3"><em class="md-em">A</em></h5>`},
		"four signs":            {"#### A", p("#### A")},
		"hash without space":    {"#A", p("#A")},
		"heading between":       {"a\n## H\nb", p("a") + `<h4 class="md-h2">H</h4>` + p("b")},
		"small":                 {"-# s", `<small class="md-small">s</small>`},
		"list":                  {"- a\n* b", `<ul class="md-list"><li>a</li><li>b</li></ul>`},
		"code block":            {"```go\nx < 1\n```", `<pre class="md-code" tabindex="0"><code>x &lt; 1</code></pre>`},
		"block in a line":       {"a ```b``` c", p("a ") + `<pre class="md-code" tabindex="0"><code>b</code></pre>` + p(" c")},
		"open fence":            {"```a", p("```a")},
		"spaces in a block":     {"```\n  a\n\n b```", `<pre class="md-code" tabindex="0"><code>  a` + "\n\n" + ` b</code></pre>`},
		"user":                  {"<@1> <@!1> <@9>", p(`<span class="md-mention">@Alice</span> <span class="md-mention">@Alice</span> <span class="md-mention">@unknown-user</span>`)},
		"role":                  {"<@&2>", p(`<span class="md-mention">@Players</span>`)},
		"channel":               {"<#3>", p(`<a class="md-mention" href="/?channel=general">#general</a>`)},
		"command":               {"</classic:12>", p(`<button type="button" class="md-mention" data-command="classic">/classic</button>`)},
		"custom emoji":          {"<:mark_x:12>", p(drawn("/emojis/12.webp", ":mark_x:", "mark_x"))},
		"unknown custom emoji":  {"<:mark_x:13>", p(":mark_x:")},
		"time":                  {"<t:1795262400:t>", p(`<time class="md-time" datetime="2026-11-21T12:00:00Z" data-style="t" title="Saturday, November 21, 2026 at 12:00 PM">12:00 PM</time>`)},
		"time far away":         {"<t:9999999999999>", p("&lt;t:9999999999999&gt;")},
		"link":                  {"[a *b*](https://x.org/?a=1&b=2)", p(`<a class="md-link" href="https://x.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">a <em class="md-em">b</em></a>`)},
		"bare link":             {"see https://x.org/a.", p(`see <a class="md-link" href="https://x.org/a" target="_blank" rel="noopener noreferrer">https://x.org/a</a>.`)},
		"quiet link":            {"<https://x.org>", p(`<a class="md-link" href="https://x.org" target="_blank" rel="noopener noreferrer">https://x.org</a>`)},
		"message link":          {"https://discord.com/channels/7/3/9", p(`<a class="md-mention" href="#m-9">#general › message</a>`)},
		"masked message link":   {"[the *board*](https://discord.com/channels/7/3/9)", p(`<a class="md-link" href="#m-9">the <em class="md-em">board</em></a>`)},
		"script link":           {"[a](javascript:alert(1))", p("[a](javascript:alert(1))")},
		"data link":             {"[a](data:text/html,x)", p("[a](data:text/html,x)")},
		"attribute break":       {`[a](https://x.org/"onmouseover="alert)`, p(`<a class="md-link" href="https://x.org/&#34;onmouseover=&#34;alert" target="_blank" rel="noopener noreferrer">a</a>`)},
		"emoji":                 {"⬛❌", p(glyph("⬛") + glyph("❌"))},
		"keycap and digit":      {"1️⃣1", p(glyph("1️⃣") + "1")},
		"letters not a flag":    {"🇦\u200b🇧", p(glyph("🇦") + "\u200b" + glyph("🇧"))},
		"flag":                  {"🇩🇪", p(`<span class="emoji">🇩🇪</span>`)},
		"joined":                {"👩‍💻👍🏽", p(`<span class="emoji">👩‍💻</span><span class="emoji">👍🏽</span>`)},
		"symbol with selector":  {"🅾️▪️", p(glyph("🅾️") + glyph("▪️"))},
		"text symbol":           {"│ ▪ →", p("│ ▪ →")},
		"script":                {"<script>alert(1)</script>", p("&lt;script&gt;alert(1)&lt;/script&gt;")},
		"carriage returns":      {"a\r\nb", p("a\nb")},
		"zero byte":             {"a\x00b", p("a\uFFFDb")},
		"broken text":           {"a\xffb", p("a\uFFFDb")},
		"empty line at heading": {"a\n\n# H", p("a\n\n") + `<h3 class="md-h1">H</h3>`},
	}
	for _, tt := range tests {
		if got := string(placing().HTML(tt.in)); got != tt.want {
			t.Errorf("HTML(%q)\n got %s\nwant %s", tt.in, got, tt.want)
		}
	}
}

func TestANSI(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ in, want string }{
		"plain":            {"a", "a"},
		"colour and reset": {"\x1b[31mX\x1b[0m.", `<span class="ansi-31">X</span>.`},
		"all at once":      {"\x1b[1;4;34;47mO", `<span class="ansi-bold ansi-underline ansi-34 ansi-47">O</span>`},
		"bright ignored":   {"\x1b[91mX", "X"},
		"empty is reset":   {"\x1b[31ma\x1b[mb", `<span class="ansi-31">a</span>b`},
		"markup escaped":   {"\x1b[31m<b>", `<span class="ansi-31">&lt;b&gt;</span>`},
		"stray escape":     {"a\x1bb", "ab"},
	}
	for _, tt := range tests {
		got := string(placing().HTML("```ansi\n" + tt.in + "\n```"))
		want := `<pre class="md-code" tabindex="0"><code>` + tt.want + `</code></pre>`
		if got != want {
			t.Errorf("ansi %q\n got %s\nwant %s", tt.in, got, want)
		}
	}
}

func TestFormatTimeRelative(t *testing.T) {
	t.Parallel()
	tests := map[time.Duration]string{
		0:                    "now",
		time.Second:          "in 1 second",
		-59 * time.Second:    "59 seconds ago",
		90 * time.Second:     "in 2 minutes",
		598 * time.Second:    "in 10 minutes",
		3580 * time.Second:   "in 1 hour",
		5 * time.Hour:        "in 5 hours",
		-48 * time.Hour:      "2 days ago",
		400 * 24 * time.Hour: "in 1 year",
	}
	for d, want := range tests {
		if got := web.FormatTime(now.Add(d), "R", now); got != want {
			t.Errorf("FormatTime(now + %v) = %q, want %q", d, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	got := placing().Words("# ❌ <@1> & **Bob**\n⬛⬛ to  move <3\n- [here](https://x.org)")
	if want := "@Alice & Bob to move <3 here"; got != want {
		t.Errorf("Words = %q, want %q", got, want)
	}
}

// FuzzHTML checks that no text produces a script, a foreign image, a raw tag or a link to JavaScript.
func FuzzHTML(f *testing.F) {
	for _, seed := range []string{"**a** <b>", "> - ||x||", "```ansi\n\x1b[31ma```", "[a](https://b)", "- a\n  - b\n c", "<t:1:R> 1️⃣ <:x_y:12>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got := strings.ReplaceAll(string(placing().HTML(in)), `<img class="emoji" src="/`, "")
		for _, bad := range []string{"<script", "<img", "<b>", "javascript:\"", "href=\"j"} {
			if strings.Contains(strings.ToLower(got), bad) {
				t.Errorf("HTML(%q) has %q: %s", in, bad, got)
			}
		}
	})
}
