package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

func TestSentences(t *testing.T) {
	t.Parallel()
	for _, s := range sentences {
		refusal := refusalOf(fmt.Errorf("while doing this: %w", s.err))
		if refusal.Key != s.key || !errors.Is(refusal, s.err) {
			t.Errorf("%v: %v", s.err, refusal)
		}
	}
	if own := plan.Refuse("refuse.self"); refusalOf(fmt.Errorf("deep: %w", own)) != own || own.Error() != "refuse.self" {
		t.Error("a refusal is not itself")
	}
}

func TestWhatGoesWrongIsNotExplained(t *testing.T) {
	t.Parallel()
	secret := errors.New("disk full at /dev/sda1")
	if refusal := refusalOf(secret); !errors.Is(refusal, secret) || refusal.Error() != "refuse.unknown: "+secret.Error() {
		t.Errorf("the log gets %v", refusal)
	}
	c := New(texts.Load(), "", Installed{})
	if got := c.Refuse(&plan.Request{Kind: plan.Press}, secret); got.As != plan.Private ||
		got.Content.Text != texts.Load().ForLocale(texts.Default).Say("refuse.unknown") {
		t.Errorf("the member reads %+v", got)
	}
	if got := c.Refuse(&plan.Request{Kind: plan.Completion}, secret); got.As != plan.Choices || len(got.Content.Choices) != 0 {
		t.Errorf("who types gets %+v", got)
	}
}

func TestTooManyMatches(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for of, want := range map[match.Cap]texts.Key{
		match.OfMember: "refuse.open_member", match.OfChannel: "refuse.open_channel",
		match.OfServer: "refuse.open_server", match.OfMemberInChannel: "refuse.too_many",
	} {
		err := fmt.Errorf("saving: %w", &match.Full{Of: of, Most: 25, Member: ann})
		r := w.as(ann).request(plan.Command, "/classic")
		refusal := answer{Err: err, Response: w.Refuse(r, err).Content.Response(plan.Private)}
		refused(t, refusal, want)
		says(t, refusal, "25 unfinished games")
	}
	r := w.as(ann).request(plan.Command, "/challenge")
	other := w.Refuse(r, &match.Full{Of: match.OfMember, Most: 25, Member: ben})
	says(t, answer{Response: other.Content.Response(plan.Private)}, "<@"+ben+"> has 25 unfinished games")
	r = w.as(ann).request(plan.Command, "/watch")
	full := &match.Full{Of: match.OfWatched, Most: 3}
	refused(t, answer{Err: full, Response: w.Refuse(r, full).Content.Response(plan.Private)}, "refuse.watched")
}

func TestOnlyTheMembersDoingIsARefusal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want bool
	}{
		{match.ErrNotYourTurn, true},
		{fmt.Errorf("moving: %w", match.ErrOver), true},
		{plan.ErrNoMatch, true},
		{plan.Refuse(texts.RefuseMovedOn), true},
		{&match.Full{Of: match.OfServer, Most: 5000}, true},
		{fmt.Errorf("loading: %w", plan.ErrDamaged), false},
		{errors.New("the disk is full"), false},
		{context.DeadlineExceeded, false},
	} {
		if got := New(texts.Load(), "", Installed{}).IsRefusal(c.err); got != c.want {
			t.Errorf("IsRefusal(%v) is %v", c.err, got)
		}
	}
}

func TestApologies(t *testing.T) {
	t.Parallel()
	c := New(texts.Load(), "", Installed{})
	for _, want := range []texts.Key{texts.RefuseTooFast, texts.RefuseTooMuch, texts.ApologyBusy, texts.ApologyBroken} {
		if got := c.Say(&plan.Request{Kind: plan.Command, ClientLocale: "en-GB"}, "", want); got.As != plan.Private || got.Content.Text != texts.Load().ForLocale("en-GB").Say(want) {
			t.Errorf("%s: %+v", want, got)
		}
		if got := c.Say(&plan.Request{Kind: plan.Completion, ClientLocale: "en-GB"}, "en-US", want); got.As != plan.Choices {
			t.Errorf("who types gets %+v", got)
		}
	}
}

// TestWhatIsTypedIsQuoted types a text that would mention a member, format what follows and end a code block, as every
// option of every command and in the form for a game. The answer may show it only as one piece of code.
func TestWhatIsTypedIsQuoted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	accepted(t, w.as(ann).types("classic"))
	const hostile = "<@1>**x**\u202e`|| [a](b)\n# y"
	quotes := 0
	check := func(where string, got answer) {
		text := script(got)
		shown := strings.Count(text, "<@1>")
		quotes += shown
		if strings.Count(text, "`<@1>**x**'||") != shown || strings.Contains(text, "\n# y") || strings.Contains(text, "\u202e") {
			t.Errorf("%s:\n%s", where, text)
		}
	}
	for _, d := range w.Declarations() {
		for _, o := range d.Options {
			check("/"+d.Name+" "+o.Name, w.as(ann).types(d.Name, o.Name, hostile))
		}
	}
	form := w.as(ann).request(plan.Form, "/review-paste")
	for _, typed := range []string{hostile, "ultimate: e5\n" + hostile} {
		form.Fields = map[string]string{"text": typed}
		check(typed, w.as(ann).does(form))
	}
	if quotes < 20 {
		t.Errorf("only %d options are quoted", quotes)
	}
}
