package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
)

func TestReactionsAreShown(t *testing.T) {
	t.Parallel()
	m := botMessage("5", textDisplay("x"))
	m.Reactions = []discordtest.Reaction{
		{Emoji: discordtest.ReactionEmoji{Name: "❌"}, Count: 2, Me: true},
		{Emoji: discordtest.ReactionEmoji{Name: "tile", ID: ptr("1")}, Count: 1},
	}
	holds(t, pageText(t, newFake(m)),
		`value="❌" data-at="r.❌" aria-pressed="true" aria-label="❌, 2" formaction="/unreact?as=alice&amp;channel=general"><img class="emoji"`,
		`value="tile:1" data-at="r.tile:1" aria-pressed="false" aria-label=":tile:, 1"><img class="emoji" src="/emojis/1.webp"`)
}

func TestReacting(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		target, emoji string
		want          call
	}{
		"an emoji":     {"/react", "🎉", call{Method: "react", Name: "5", Words: []string{"🎉"}}},
		"its name":     {"/react", " :tada: ", call{Method: "react", Name: "5", Words: []string{"🎉"}}},
		"a bare name":  {"/react", "tada", call{Method: "react", Name: "5", Words: []string{"🎉"}}},
		"a custom one": {"/react", "tile:1", call{Method: "react", Name: "5", Words: []string{"tile:1"}}},
		"taken away":   {"/unreact", "🎉", call{Method: "unreact", Name: "5", Words: []string{"🎉"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			if w := post(t, client, tt.target, url.Values{"target": {"5"}, "emoji": {tt.emoji}}, nil); w.Code != http.StatusNoContent {
				t.Fatalf("status %d: %s", w.Code, w.Body)
			}
			if diff := cmp.Diff([]call{tt.want}, client.noted()); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
	for err, want := range map[error]string{
		discordtest.ErrBadValue:   "That isn't an emoji. Type one, or its name, such as :tada:.",
		discordtest.ErrNotThere:   "You can't react to a message that only you can see.",
		discordtest.ErrNotAllowed: "You can't react to this message.",
	} {
		client := newFake()
		client.err = fmt.Errorf("%w: 5", err)
		if w := post(t, client, "/react", url.Values{"target": {"5"}, "emoji": {"x y"}}, nil); problem(t, w) != want {
			t.Errorf("%v: %s", err, w.Body)
		}
	}
}

// aPoll returns a poll with two answers. If `voted` is true, there are votes, and Alice has chosen the first answer.
func aPoll(voted, ended bool) discordtest.Message {
	m := botMessage("5")
	m.Flags = 0
	m.Poll = &discordtest.Poll{
		Question: discordtest.PollMedia{Text: "Next <game>?"}, Expiry: discordtest.Time{Time: noon.Add(23 * time.Hour)}, Results: discordtest.PollResults{Final: ended},
		Answers: []discordtest.PollAnswer{
			{ID: 1, Media: discordtest.PollMedia{Text: "Ultimate", Emoji: &discordtest.ReactionEmoji{Name: "⭕"}}}, {ID: 2, Media: discordtest.PollMedia{Text: "Classic"}},
		},
	}
	if voted {
		m.Poll.Results.Counts = []discordtest.PollCount{{ID: 1, Count: 2, Me: true}, {ID: 2, Count: 1}}
	}
	return m
}

func TestPolls(t *testing.T) {
	t.Parallel()
	open := pageText(t, newFake(aPoll(false, false)))
	holds(t, open, "Next &lt;game&gt;?", "Select one answer", `<input type="radio" name="answer" value="2">`, ">Vote</button>", "0 votes • 23h left")
	lacks(t, open, "<progress", "Remove vote")
	voted := pageText(t, newFake(aPoll(true, false)))
	holds(t, voted, `<progress max="100" value="67">`, "2 votes <b>67%</b>", "1 vote <b>33%</b>", "Remove vote", "3 votes • 23h left", `aria-label="your vote"`)
	lacks(t, voted, `type="radio"`, ">Vote</button>")
	ended := pageText(t, newFake(aPoll(true, true)))
	holds(t, ended, "Poll closed", "67%")
	lacks(t, ended, "Remove vote", "Select one")
	several := aPoll(false, false)
	several.Poll.AllowMultiselect = true
	holds(t, pageText(t, newFake(several)), `<input type="checkbox" name="answer" value="1">`, "Select one or more answers")
}

func TestVoting(t *testing.T) {
	t.Parallel()
	client := newFake()
	for form, want := range map[string]call{
		"message=5&answer=2":          {Method: "vote", Name: "5", Words: []string{"2"}},
		"message=5&answer=1&answer=2": {Method: "vote", Name: "5", Words: []string{"1", "2"}},
		"message=5&take-back=yes":     {Method: "vote", Name: "5", Words: []string{}},
	} {
		values, err := url.ParseQuery(form)
		if err != nil {
			t.Fatal(err)
		}
		if w := post(t, client, "/vote", values, nil); w.Code != http.StatusNoContent {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		if diff := cmp.Diff([]call{want}, client.forget()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", form, diff)
		}
	}
	if w := post(t, client, "/vote", url.Values{"message": {"5"}}, nil); problem(t, w) != "Choose an answer first." {
		t.Errorf("%s", w.Body)
	}
	client.fail(discordtest.ErrNotAllowed)
	if w := post(t, client, "/vote", url.Values{"message": {"5"}, "answer": {"1"}}, nil); problem(t, w) != "This poll has ended." {
		t.Errorf("%s", w.Body)
	}
}

func TestPinsAndNotices(t *testing.T) {
	t.Parallel()
	pinned, told, closed := botMessage("5", textDisplay("x")), botMessage("6"), botMessage("7")
	pinned.Pinned = true
	told.Type, told.Flags = 6, 0
	closed.Type, closed.Flags = 46, 0
	closed.Embeds = append(closed.Embeds, []byte(`{"type":"poll_result","fields":[{"name":"poll_question_text","value":"Next?"}]}`))
	page := pageText(t, newFake(pinned, told, closed))
	holds(t, page, "Pinned to this channel", "Noughts pinned a message to this channel.", "Noughts&#39;s poll has closed.")
	lacks(t, page, "poll_question_text")
	if n := strings.Count(page, "Pinned to this channel"); n != 1 {
		t.Errorf("%d pinned messages", n)
	}
}
