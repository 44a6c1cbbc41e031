package discordtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"noughts/bot/discordtest/internal/form"
)

// TB is the part of *testing.T that a Player needs.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
}

// patience is the timeout for each action of a player, including the wait for the bot's later edits and messages.
const patience = 10 * time.Second

// A Player is a user in a test that reads like a story:
//
//	alice := discordtest.Play(t, user.In(channel))
//	alice.Uses("/challenge member:@bob")
//	bob.Presses("Accept")
//	alice.Awaits("your turn")
//
// A method fails the test at once if Discord would not let the user do the action, or if the user
// does not see the text or message. The failure lists the messages that the user sees. Methods that
// search the messages for a button, a menu or a text begin with the newest message.
type Player struct {
	t      TB
	client *Client
}

// Play returns a Player that acts through a user's client.
func Play(t TB, c *Client) *Player { return &Player{t: t, client: c} }

// Client returns the player's client, for actions that Player has no method for.
func (p *Player) Client() *Client { return p.client }

// Uses uses a slash command from a typed line and returns the bot's answer. A deferred one it awaits.
func (p *Player) Uses(line string) Message {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	a, err := p.client.Type(ctx, line)
	return p.answered(line, a, err)
}

// UsesOn uses a user command, from a member's menu, on that member.
func (p *Player) UsesOn(command string, target *User) Message {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	a, err := p.client.UseOn(ctx, command, target)
	return p.answered(fmt.Sprintf("%q on %s", command, target.Name()), a, err)
}

// Completes types a text into an option, after the line with the command and the other options, and returns the names
// of the choices.
func (p *Player) Completes(line, option, text string) []string {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	choices, err := p.client.CompleteLine(ctx, line+" "+option+":"+text)
	if err != nil {
		p.fail("gets no choices for %s %s:%s: %v", line, option, text, err)
	}
	names := make([]string, len(choices))
	for i, c := range choices {
		names[i] = c.Name
	}
	return names
}

// Presses presses the newest enabled button with a label or an emoji, and returns the message that answers the press,
// perhaps the message with the button. If the bot only acknowledges the press, it waits for the next message that the
// bot edits or sends.
func (p *Player) Presses(label string) Message {
	p.t.Helper()
	return p.presses(label, func(c Component) bool { return hasLabel(c, label) })
}

// PressesID presses the newest enabled button whose custom id ends with `suffix`.
func (p *Player) PressesID(suffix string) Message {
	p.t.Helper()
	return p.presses("…"+suffix, func(c Component) bool { return c.CustomID != "" && strings.HasSuffix(c.CustomID, suffix) })
}

// PressesOn presses the enabled button with a label or an emoji on one message.
func (p *Player) PressesOn(message Snowflake, label string) Message {
	p.t.Helper()
	return p.pressesOn(message, label, func(c Component) bool { return hasLabel(c, label) })
}

// PressesIDOn presses, on one message, the enabled button whose custom id ends with `suffix`.
func (p *Player) PressesIDOn(message Snowflake, suffix string) Message {
	p.t.Helper()
	return p.pressesOn(message, "…"+suffix, func(c Component) bool { return strings.HasSuffix(c.CustomID, suffix) })
}

func (p *Player) pressesOn(message Snowflake, what string, fits func(Component) bool) Message {
	p.t.Helper()
	return p.press(fmt.Sprintf("%q on message %s", what, message), func() (Message, *Component) {
		m := p.Message(message)
		return m, enabled(Buttons(m), fits)
	})
}

// CannotPress fails the test if the player sees an enabled button with the label.
func (p *Player) CannotPress(label string) {
	p.t.Helper()
	if m, c := p.newest(Buttons, func(c Component) bool { return hasLabel(c, label) }); c != nil {
		p.fail("could press %q on message %s", label, m.ID)
	}
}

// Chooses chooses values in the newest enabled menu that has all of them. A value is the label of an option or its
// value; users, roles and channels are given by their ids.
func (p *Player) Chooses(values ...string) Message {
	p.t.Helper()
	m, menu := p.newest(Menus, func(c Component) bool { return menuValues(c, values) != nil })
	if menu == nil {
		p.fail("sees no enabled menu with %q", values)
		return Message{}
	}
	ctx, cancel := p.patience()
	defer cancel()
	a, err := p.client.Choose(ctx, m.ID, menu.CustomID, menuValues(*menu, values)...)
	return p.answeredOn(fmt.Sprintf("choosing %q", values), m, a, err)
}

// ChoosesOn chooses values in the menu with the custom id customID on one message.
func (p *Player) ChoosesOn(message Snowflake, customID string, values ...string) Message {
	p.t.Helper()
	m := p.Message(message)
	ctx, cancel := p.patience()
	defer cancel()
	a, err := p.client.Choose(ctx, message, customID, values...)
	return p.answeredOn(fmt.Sprintf("choosing %q in %s", values, customID), m, a, err)
}

// Says writes a message.
func (p *Player) Says(content string) Message {
	p.t.Helper()
	m, err := p.client.Say(content)
	if err != nil {
		p.fail("cannot say %q: %v", content, err)
	}
	return m
}

// Sees returns the newest message that contains a text.
func (p *Player) Sees(text string) Message {
	p.t.Helper()
	m, ok := newestWith(p.client.Messages(), text)
	if !ok {
		p.fail("does not see %q", text)
	}
	return m
}

// SeesPrivately returns the newest message that contains a text and that only the player sees.
func (p *Player) SeesPrivately(text string) Message {
	p.t.Helper()
	m, ok := newestWith(private(p.client.Messages()), text)
	if !ok {
		p.fail("does not see %q privately", text)
	}
	return m
}

// DoesNotSee fails the test if the player sees a message that contains a text.
func (p *Player) DoesNotSee(text string) {
	p.t.Helper()
	if m, ok := newestWith(p.client.Messages(), text); ok {
		p.fail("sees %q in message %s", text, m.ID)
	}
}

// Awaits waits at most ten seconds for a message that contains a text, and returns the newest one.
func (p *Player) Awaits(text string) Message {
	p.t.Helper()
	return p.AwaitsMessage(fmt.Sprintf("%q", text), func(m Message) bool { return strings.Contains(Text(m), text) })
}

// AwaitsMessage waits at most ten seconds until the player sees a message for which `wanted` returns true, and returns
// the newest one. `what` describes the message in failures.
func (p *Player) AwaitsMessage(what string, wanted func(Message) bool) Message {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	var found Message
	_, err := p.client.Await(ctx, func(messages []Message) (ok bool) {
		found, ok = newest(messages, wanted)
		return ok
	})
	if err != nil {
		p.fail("waited in vain for %s", what)
	}
	return found
}

// Message returns a message as the player sees it now.
func (p *Player) Message(id Snowflake) Message {
	p.t.Helper()
	m, ok := p.client.Message(id)
	if !ok {
		p.fail("does not see message %s", id)
	}
	return m
}

func (p *Player) patience() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), patience)
}

func (p *Player) presses(what string, fits func(Component) bool) Message {
	p.t.Helper()
	return p.press(fmt.Sprintf("%q", what), func() (Message, *Component) { return p.newest(Buttons, fits) })
}

// press presses the button that `see` returns. If the bot changes the message before the press, so that the button is
// gone or disabled, it tries again, three times in all.
func (p *Player) press(what string, see func() (Message, *Component)) Message {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	for looks := 1; ; looks++ {
		m, c := see()
		if c == nil {
			p.fail("sees no enabled button %s", what)
			return Message{}
		}
		a, err := p.client.Press(ctx, m.ID, c.CustomID)
		if looks < 3 && (errors.Is(err, ErrNotThere) || errors.Is(err, ErrDisabled)) {
			continue
		}
		return p.answeredOn("pressing "+what, m, a, err)
	}
}

// answeredOn is like answered, for an action on a message, which `m` is before the action. If the bot only acknowledges
// it (a deferred update), it waits for the next edit of `m` or for a message of the same interaction.
func (p *Player) answeredOn(what string, m Message, a *Answer, err error) Message {
	p.t.Helper()
	if err != nil || a.Type != callbackDeferredUpdate {
		return p.answered(what, a, err)
	}
	id := a.interaction.id
	return p.AwaitsMessage("the answer to "+what, func(now Message) bool {
		if now.ID == m.ID {
			return now.EditedTimestamp != nil && (m.EditedTimestamp == nil || now.EditedTimestamp.After(m.EditedTimestamp.Time))
		}
		return now.Interaction != nil && now.Interaction.ID == id
	})
}

func (p *Player) answered(what string, a *Answer, err error) Message {
	p.t.Helper()
	switch {
	case err != nil:
		p.fail("%s: %v", what, err)
	case a.Message == nil:
		p.fail("%s: the bot answered without a message, by callback type %d", what, a.Type)
	case a.Message.Loading():
		id := a.Message.ID
		return p.AwaitsMessage("the answer to "+what, func(m Message) bool { return m.ID == id && !m.Loading() })
	default:
		return *a.Message
	}
	return Message{}
}

func (p *Player) fail(format string, args ...any) {
	p.t.Helper()
	p.t.Logf("%s sees:\n%s", p.client.User().Name(), describe(p.client.Messages()))
	p.t.Fatalf("%s %s", p.client.User().Name(), fmt.Sprintf(format, args...))
}

// newest returns the newest message that has, among the components `of`, an enabled one that `fits`, and that
// component, or nil.
func (p *Player) newest(of func(Message) []Component, fits func(Component) bool) (Message, *Component) {
	var found *Component
	m, _ := newest(p.client.Messages(), func(m Message) bool {
		found = enabled(of(m), fits)
		return found != nil
	})
	return m, found
}

func newest(messages []Message, wanted func(Message) bool) (Message, bool) {
	for _, m := range slices.Backward(messages) {
		if wanted(m) {
			return m, true
		}
	}
	return Message{}, false
}

func newestWith(messages []Message, text string) (Message, bool) {
	return newest(messages, func(m Message) bool { return strings.Contains(Text(m), text) })
}

func private(messages []Message) []Message {
	return slices.DeleteFunc(messages, func(m Message) bool { return !m.Ephemeral() })
}

func enabled(components []Component, fits func(Component) bool) *Component {
	for _, c := range components {
		if !c.Disabled && c.CustomID != "" && fits(c) {
			return &c
		}
	}
	return nil
}

// hasLabel reports whether `label` is the button's label, its emoji, or both, separated by a space.
func hasLabel(c Component, label string) bool {
	if c.Emoji == nil {
		return c.Label == label
	}
	return label == c.Label && label != "" || label == c.Emoji.Name || label == c.Emoji.Name+" "+c.Label
}

// menuValues returns the values that a menu sends for `wanted`, its options by label or value, or nil if it lacks one.
// Menus of users, roles and channels take only ids.
func menuValues(menu Component, wanted []string) []string {
	if menu.Type != TypeStringSelect {
		if slices.ContainsFunc(wanted, func(w string) bool { return !form.IsSnowflake(w) }) {
			return nil
		}
		return wanted
	}
	values := []string{}
	for _, w := range wanted {
		i := slices.IndexFunc(menu.Options, func(o SelectOption) bool { return o.Label == w || o.Value == w })
		if i < 0 {
			return nil
		}
		values = append(values, menu.Options[i].Value)
	}
	return values
}

func describe(messages []Message) string {
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "— %s, message %s, flags %d\n%s\n", m.Author.Username, m.ID, m.Flags, Text(m))
		for _, c := range append(Buttons(m), Menus(m)...) {
			fmt.Fprintf(&b, "  [%s%s] %s %v", c.Label, c.Placeholder, c.CustomID, c.Options)
			if c.Emoji != nil {
				fmt.Fprintf(&b, " %s", c.Emoji.Name)
			}
			if c.Disabled {
				b.WriteString(" disabled")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
