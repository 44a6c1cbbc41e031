package object

import (
	"encoding/json"
	"slices"
	"strconv"
)

// A Poll is a poll of a message, as a user sees it.
type Poll struct {
	Question         PollMedia    `json:"question"`
	Answers          []PollAnswer `json:"answers"`
	Expiry           Time         `json:"expiry"`
	AllowMultiselect bool         `json:"allow_multiselect"`
	LayoutType       int          `json:"layout_type"` // always 1
	Results          PollResults  `json:"results"`
}

// PollMedia is the question of a poll or one of its answers.
type PollMedia struct {
	Text  string         `json:"text,omitempty"`
	Emoji *ReactionEmoji `json:"emoji,omitempty"`
}

// A PollAnswer is an answer that a poll offers. The first one has the id 1.
type PollAnswer struct {
	ID    int       `json:"answer_id"`
	Media PollMedia `json:"poll_media"`
}

// PollResults are the current votes, or the final ones if Final is set.
type PollResults struct {
	Final  bool        `json:"is_finalized"`
	Counts []PollCount `json:"answer_counts"`
}

// A PollCount is the number of votes of one answer.
type PollCount struct {
	ID    int  `json:"id"` // of the answer
	Count int  `json:"count"`
	Me    bool `json:"me_voted"` // whether the viewer voted for this answer
}

// ResultEmbed returns the embed with the poll's result. It names no winner if several answers tie for the most votes.
func (p *Poll) ResultEmbed() json.RawMessage {
	total, most, winner := 0, 0, 0
	for _, c := range p.Results.Counts {
		total += c.Count
		switch {
		case c.Count > most:
			most, winner = c.Count, c.ID
		case c.Count == most:
			winner = 0
		}
	}
	fields := []resultField{
		{"poll_question_text", p.Question.Text, false}, {"victor_answer_votes", strconv.Itoa(most), false},
		{"total_votes", strconv.Itoa(total), false},
	}
	if winner > 0 {
		fields = slices.Concat(fields, p.Answers[winner-1].resultFields())
	}
	raw, _ := json.Marshal(map[string]any{"type": "poll_result", "fields": fields}) // cannot fail: only strings and booleans
	return raw
}

// A resultField is a field of the embed with a poll's result.
type resultField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// resultFields returns the fields that describe the winning answer. The answer has a text, an
// emoji, or both; a missing part adds no field.
func (a PollAnswer) resultFields() []resultField {
	fields := []resultField{{"victor_answer_id", strconv.Itoa(a.ID), false}}
	if a.Media.Text != "" {
		fields = append(fields, resultField{"victor_answer_text", a.Media.Text, false})
	}
	e := a.Media.Emoji
	if e == nil {
		return fields
	}
	if e.ID != nil {
		fields = append(fields, resultField{"victor_answer_emoji_id", *e.ID, false})
	}
	return append(fields, resultField{"victor_answer_emoji_name", e.Name, false},
		resultField{"victor_answer_emoji_animated", strconv.FormatBool(e.Animated), false})
}
