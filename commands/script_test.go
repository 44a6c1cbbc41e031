package commands

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
)

// script renders an answer as plain text, for golden files and test failures.
func script(r answer) string {
	var b strings.Builder
	data := r.Response.Data
	if data == nil {
		return fmt.Sprintf("type %d\n", r.Response.Type)
	}
	fmt.Fprintf(&b, "type %d%s%s\n", r.Response.Type, said(" private", data.Flags&discordgo.MessageFlagsEphemeral != 0),
		said(fmt.Sprint(" pings ", data.AllowedMentions), data.AllowedMentions != nil && len(data.AllowedMentions.Users) > 0))
	if data.Content != "" {
		b.WriteString(data.Content + "\n")
	}
	scriptComponents(&b, data.Components, "")
	return b.String()
}

func said(text string, when bool) string {
	if when {
		return text
	}
	return ""
}

func scriptComponents(b *strings.Builder, components []discordgo.MessageComponent, indent string) {
	for _, component := range components {
		switch c := component.(type) {
		case discordgo.Container:
			fmt.Fprintf(b, "%scontainer %06x\n", indent, *c.AccentColor)
			scriptComponents(b, c.Components, indent+"  ")
		case discordgo.ActionsRow:
			b.WriteString(indent + "row\n")
			scriptComponents(b, c.Components, indent+"  ")
		case discordgo.TextDisplay:
			for line := range strings.Lines(c.Content) {
				b.WriteString(indent + "| " + strings.TrimSuffix(line, "\n") + "\n")
			}
		case discordgo.MediaGallery:
			for _, item := range c.Items {
				fmt.Fprintf(b, "%spicture %s: %s\n", indent, item.Media.URL, *item.Description)
			}
		case discordgo.Button:
			label := c.Label
			if c.Emoji != nil {
				label = c.Emoji.Name
			}
			fmt.Fprintf(b, "%sbutton %d %s %s%s\n", indent, c.Style, label, c.CustomID, said(" disabled", c.Disabled))
		case discordgo.SelectMenu:
			fmt.Fprintf(b, "%smenu %s %s\n", indent, c.Placeholder, c.CustomID)
			for _, o := range c.Options {
				if o.Value == o.Label { // the squares of a large board
					b.WriteString(" " + o.Value)
					continue
				}
				fmt.Fprintf(b, "%s  %s = %s %s%s\n", indent, o.Value, o.Label, o.Description, said(" default", o.Default))
			}
			if len(c.Options) > 0 && c.Options[0].Value == c.Options[0].Label {
				b.WriteString("\n")
			}
		}
	}
}

func spoken(r answer) string {
	if r.Response.Data == nil {
		return ""
	}
	return r.Response.Data.Content + "\n" + strings.Join(displayed(r.Response.Data.Components), "\n")
}

func displayed(components []discordgo.MessageComponent) []string {
	var found []string
	for _, component := range components {
		switch c := component.(type) {
		case discordgo.Container:
			found = append(found, displayed(c.Components)...)
		case discordgo.TextDisplay:
			found = append(found, c.Content)
		}
	}
	return found
}

// checkAnswer checks the rules that apply to every answer: the limits of Discord, and the project's own rules.
func checkAnswer(t testing.TB, request *plan.Request, r answer) {
	t.Helper()
	if r.Response == nil {
		t.Fatal("no response")
	}
	data := r.Response.Data
	if request.Kind == plan.Completion {
		return
	}
	for _, fault := range faults(data) {
		t.Errorf("%s in\n%s", fault, script(r))
	}
	if r.Err != nil && !r.private() {
		t.Errorf("a refusal that everybody sees: %v", r.Err)
	}
	if r.Match != "" && r.private() {
		t.Errorf("a live board that only one member sees:\n%s", script(r))
	}
	for _, p := range pressable(data.Components) {
		if id, ok := strings.CutPrefix(p.id, "/m/"); ok && !r.private() && request.Message.ID == "" && !strings.HasPrefix(id, string(r.Match)+"/") {
			t.Errorf("everybody sees a button of a match, but the answer is not its live board, %q:\n%s", r.Match, script(r))
		}
	}
}

// private reports whether only the member sees an answer.
func (r answer) private() bool {
	return r.isForm() || r.Response.Data.Flags&discordgo.MessageFlagsEphemeral != 0
}

func (r answer) isForm() bool { return r.Response.Type == discordgo.InteractionResponseModal }

// faults returns descriptions of the parts of a message that Discord would refuse, and of faulty texts.
func faults(data *discordgo.InteractionResponseData) []string {
	if data.Title != "" { // the answer is a form
		if utf8.RuneCountInString(data.Title) > 45 || len(data.Components) < 1 || len(data.Components) > 5 {
			return []string{"a form with a title or parts of the wrong number"}
		}
		return nil
	}
	var c counter
	c.count(data.Components)
	found := c.faults
	add := func(wrong bool, format string, args ...any) {
		if wrong {
			found = append(found, fmt.Sprintf(format, args...))
		}
	}
	add(c.total > 40, "%d components", c.total)
	add(c.characters > 4000, "%d characters of text", c.characters)
	add(utf8.RuneCountInString(data.Content) > 2000, "%d characters of content", utf8.RuneCountInString(data.Content))
	add(data.Content == "" && len(data.Components) == 0, "an empty message")
	add(data.AllowedMentions == nil || data.AllowedMentions.Parse == nil || len(data.AllowedMentions.Parse) > 0,
		"mentions that are not named one by one")
	v2 := data.Flags&discordgo.MessageFlagsIsComponentsV2 != 0
	add(v2 != (len(data.Components) > 0), "the components flag is %t for %d components", v2, len(data.Components))
	add(v2 && data.Content != "", "content beside components")
	return found
}

// A counter counts the parts of a message that Discord limits.
type counter struct {
	total      int
	characters int
	ids        map[string]bool
	faults     []string
}

func (c *counter) count(components []discordgo.MessageComponent) {
	for _, component := range components {
		c.total++
		switch v := component.(type) {
		case discordgo.Container:
			c.count(v.Components)
		case discordgo.ActionsRow:
			c.row(v)
		case discordgo.TextDisplay:
			c.text(v.Content, 1, 4000)
			c.characters += utf8.RuneCountInString(v.Content) + 2*strings.Count(v.Content, "<@") // package rest isolates mentions
		case discordgo.Button:
			c.id(v.CustomID)
			if v.Emoji == nil {
				c.text(v.Label, 1, 80)
			}
		case discordgo.SelectMenu:
			c.menu(v)
		}
	}
}

func (c *counter) row(r discordgo.ActionsRow) {
	menus := 0
	for _, inner := range r.Components {
		if inner.Type() == discordgo.SelectMenuComponent {
			menus++
		}
	}
	if n := len(r.Components); n < 1 || n > 5 || menus > 0 && n > 1 {
		c.faults = append(c.faults, fmt.Sprintf("a row of %d components with %d menus", n, menus))
	}
	c.count(r.Components)
}

func (c *counter) menu(m discordgo.SelectMenu) {
	c.id(m.CustomID)
	c.text(m.Placeholder, 1, 150)
	if m.MenuType != 0 && m.MenuType != discordgo.StringSelectMenu {
		return // Discord fills the menu with members, roles or channels
	}
	if len(m.Options) < 1 || len(m.Options) > 25 {
		c.faults = append(c.faults, fmt.Sprintf("%d options", len(m.Options)))
	}
	values := make(map[string]bool)
	for _, o := range m.Options {
		c.text(o.Label, 1, 100)
		c.text(o.Value, 1, 100)
		c.text(o.Description, 0, 100)
		if values[o.Value] {
			c.faults = append(c.faults, "two options "+o.Value)
		}
		values[o.Value] = true
	}
}

func (c *counter) id(id string) {
	c.text(id, 1, 100)
	if c.ids == nil {
		c.ids = make(map[string]bool)
	}
	if c.ids[id] {
		c.faults = append(c.faults, "two components "+id)
	}
	c.ids[id] = true
}

// missingText matches the placeholder for a missing text or argument.
var missingText = regexp.MustCompile(`‹.*?›`)

// text checks that a text has an allowed length in characters and that no text or argument is missing in it. It also
// reports a full stop that is followed by a middle dot (·).
func (c *counter) text(s string, shortest, longest int) {
	if n := utf8.RuneCountInString(s); n < shortest || n > longest {
		c.faults = append(c.faults, fmt.Sprintf("%d characters where %d to %d are allowed: %.40q", n, shortest, longest, s))
	}
	if missing := missingText.FindString(s); missing != "" {
		c.faults = append(c.faults, "commands/texts/languages/en-US.json lacks the text, or the caller an argument of it: "+missing)
	}
	if strings.Contains(s, ". ·") {
		c.faults = append(c.faults, "a point after a full stop: "+s)
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	bytes, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes) + "\n"
}
