package discordtest

import (
	"slices"
	"time"
)

const (
	maxPollAnswers  = 10
	maxPollQuestion = 300 // characters
	maxPollAnswer   = 55  // characters
	maxPollHours    = 768
	pollHours       = 24 // unless a poll says otherwise
)

// A Poll is a poll of a message, as a user sees it.
type Poll struct {
	Question         PollMedia    `json:"question"`
	Answers          []PollAnswer `json:"answers"`
	Expiry           time.Time    `json:"expiry"`
	AllowMultiselect bool         `json:"allow_multiselect"`
	LayoutType       int          `json:"layout_type"` // 1
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

// PollResults are the votes so far, or at the end.
type PollResults struct {
	Final  bool        `json:"is_finalized"`
	Counts []PollCount `json:"answer_counts"`
}

// A PollCount is the number of votes of one answer.
type PollCount struct {
	ID    int  `json:"id"` // the answer's
	Count int  `json:"count"`
	Me    bool `json:"me_voted"` // whether the viewer is among them
}

// readPoll reads a new poll, nil when there is none. Callers hold s.mu.
func readPoll(f field, emojis []emojiObject) *Poll {
	if !f.object() {
		return nil
	}
	hours := f.get("duration").integerOr(pollHours, 1, maxPollHours)
	p := &Poll{
		Expiry:           time.Now().UTC().Truncate(time.Microsecond).Add(time.Duration(hours) * time.Hour),
		AllowMultiselect: f.get("allow_multiselect").boolean(), LayoutType: 1,
	}
	f.get("layout_type").oneOf(1)
	f.get("question").required()
	objectOf(unusedOfPollEmojis)(f.get("question").get("emoji"))
	f.get("question").get("text").required()
	p.Question.Text = f.get("question").get("text").words(1, maxPollQuestion)
	f.get("answers").required()
	for i, one := range f.get("answers").list(1, maxPollAnswers) {
		media := one.get("poll_media")
		answer := PollAnswer{ID: i + 1, Media: PollMedia{Emoji: readPollEmoji(media.get("emoji"), emojis)}}
		if answer.Media.Emoji == nil {
			media.get("text").required()
		}
		answer.Media.Text = media.get("text").words(1, maxPollAnswer)
		p.Answers = append(p.Answers, answer)
	}
	return p
}

// readPollEmoji reads the emoji of an answer, nil without one: one of Unicode's
// or of the application's own.
func readPollEmoji(f field, emojis []emojiObject) *ReactionEmoji {
	if !f.object() {
		return nil
	}
	f.check(unusedOfPollEmojis)
	e := Emoji{ID: f.get("id").snowflake(), Name: f.get("name").text(0, 100)}
	i := slices.IndexFunc(emojis, func(own emojiObject) bool { return own.ID == e.ID })
	switch {
	case i >= 0:
		e.Name, e.Animated = emojis[i].Name, emojis[i].Animated
	case e.ID != "" || !isEmoji(e.Name):
		f.fail("POLL_INVALID_EMOJI", "Invalid emoji")
	}
	o := e.object()
	return &o
}

// A vote is a user's for an answer.
type vote struct {
	user   *User
	answer int
}

// pollSeenBy returns the message's poll as a user sees it, nil without one.
func (m *message) pollSeenBy(viewer *User) *Poll {
	if m.Poll == nil {
		return nil
	}
	p := *m.Poll
	p.Results = PollResults{Final: m.pollEnded(), Counts: []PollCount{}}
	for _, a := range p.Answers {
		c := PollCount{ID: a.ID}
		for _, v := range m.votes {
			if v.answer == a.ID {
				c.Count++
				c.Me = c.Me || v.user == viewer
			}
		}
		if c.Count > 0 {
			p.Results.Counts = append(p.Results.Counts, c)
		}
	}
	return &p
}

// pollEnded says whether the time for votes is over.
func (m *message) pollEnded() bool { return !time.Now().Before(m.Poll.Expiry) }

// pollVoted is the data of MESSAGE_POLL_VOTE_ADD and MESSAGE_POLL_VOTE_REMOVE.
type pollVoted struct {
	UserID    Snowflake `json:"user_id"`
	ChannelID Snowflake `json:"channel_id"`
	MessageID Snowflake `json:"message_id"`
	GuildID   Snowflake `json:"guild_id,omitempty"`
	AnswerID  int       `json:"answer_id"`
}

// vote makes some answers a user's votes, in place of those before, and returns
// what tells of it. Callers hold s.mu.
func (m *message) vote(u *User, answers []int) (tell func()) {
	var told []func()
	note := func(event string, answer int) {
		told = append(told, m.channel.telling(event, pollVoted{u.ID, m.channel.ID, m.ID, m.channel.guildID(), answer}))
	}
	var left []vote
	for _, v := range m.votes {
		if v.user != u || slices.Contains(answers, v.answer) {
			left = append(left, v)
			continue
		}
		note("MESSAGE_POLL_VOTE_REMOVE", v.answer)
	}
	for _, a := range answers {
		if v := (vote{u, a}); !slices.Contains(left, v) {
			left = append(left, v)
			note("MESSAGE_POLL_VOTE_ADD", a)
		}
	}
	m.votes = left
	m.channel.changed(m.only)
	return func() {
		for _, tell := range told {
			tell()
		}
	}
}
