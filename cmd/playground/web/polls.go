package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/markup"
)

// Types of messages that Discord itself writes.
const (
	pinNotice  = 6
	pollResult = 46
)

// systemWords returns the text of one of Discord's own notices, or "" for other messages.
func systemWords(m discordtest.Message, author string) string {
	switch m.Type {
	case pinNotice:
		return author + " pinned a message to this channel."
	case pollResult:
		return author + "'s poll has closed."
	}
	return ""
}

// A pollView is the data of a poll, as the member sees it.
type pollView struct {
	Message  discordtest.Snowflake
	Query    string
	Question template.HTML
	Answers  []pollAnswerView
	Several  bool // several answers may be chosen
	Voted    bool // the member has voted
	Ended    bool
	Total    string // such as "3 votes"
	Left     string // such as "23h left" or "Poll closed"
}

type pollAnswerView struct {
	ID      int
	Text    template.HTML
	Count   string
	Votes   int // rounded percentage
	Mine    bool
	Results bool // the page shows the results
}

func (v *view) poll(m discordtest.Message, now time.Time) *pollView {
	p := m.Poll
	if p == nil {
		return nil
	}
	w := &pollView{
		Message: m.ID, Query: v.Query(), Question: markup.Emoji(p.Question.Text), Several: p.AllowMultiselect,
		Ended: p.Results.Final || !now.Before(p.Expiry.Time),
	}
	counts, total := map[int]discordtest.PollCount{}, 0
	for _, c := range p.Results.Counts {
		counts[c.ID] = c
		total += c.Count
		w.Voted = w.Voted || c.Me
	}
	for _, a := range p.Answers {
		c := counts[a.ID]
		answer := pollAnswerView{
			ID: a.ID, Text: markup.Emoji(a.Media.Text), Count: counted(c.Count, "vote"), Mine: c.Me, Results: w.Voted || w.Ended,
		}
		if a.Media.Emoji != nil {
			answer.Text = reactionPicture(*a.Media.Emoji, v.markup(now)) + " " + answer.Text
		}
		if total > 0 {
			answer.Votes = (200*c.Count + total) / (2 * total)
		}
		w.Answers = append(w.Answers, answer)
	}
	w.Total, w.Left = counted(total, "vote"), timeLeft(p.Expiry.Sub(now))
	if w.Ended {
		w.Left = "Poll closed"
	}
	return w
}

// timeLeft returns the time until the end of a poll in days, hours or minutes, rounded down.
func timeLeft(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%dd left", int(d.Hours())/24)
	case d >= time.Hour:
		return fmt.Sprintf("%dh left", int(d.Hours()))
	}
	return fmt.Sprintf("%dm left", max(1, int(d.Minutes())))
}

// vote votes for the chosen answers, or takes the member's vote back.
func vote(_ context.Context, v *view, form url.Values) (result, error) {
	var answers []int
	for _, text := range form["answer"] {
		id, err := strconv.Atoi(text)
		if err != nil {
			return result{}, errBadForm
		}
		answers = append(answers, id)
	}
	if len(answers) == 0 && form.Get("take-back") == "" {
		return result{}, Refusal("Choose an answer first.")
	}
	err := v.client.Vote(form.Get("message"), answers...)
	if errors.Is(err, discordtest.ErrNotAllowed) {
		return result{}, Refusal("This poll has ended.")
	}
	return result{}, err
}
