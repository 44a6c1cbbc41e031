package validate

import (
	"slices"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// readPoll reads a new poll, or returns nil if there is none.
func readPoll(f form.Field, emojis []object.ApplicationEmoji) *object.Poll {
	if !f.Object() {
		return nil
	}
	hours := f.Get("duration").IntegerOr(object.PollHours, 1, object.MaxPollHours)
	p := &object.Poll{
		Expiry:           object.At(time.Now().Add(time.Duration(hours) * time.Hour)),
		AllowMultiselect: f.Get("allow_multiselect").Boolean(), LayoutType: 1,
	}
	f.Get("layout_type").OneOf(1)
	f.Get("question").Required()
	emoji := f.Get("question").Get("emoji")
	emoji.Object()
	unusedOfPollEmojis(emoji)
	f.Get("question").Get("text").Required()
	p.Question.Text = f.Get("question").Get("text").Words(1, object.MaxPollQuestion)
	f.Get("answers").Required()
	for i, one := range f.Get("answers").List(1, object.MaxPollAnswers) {
		media := one.Get("poll_media")
		answer := object.PollAnswer{ID: i + 1, Media: object.PollMedia{Emoji: readPollEmoji(media.Get("emoji"), emojis)}}
		if answer.Media.Emoji == nil {
			media.Get("text").Required()
		}
		answer.Media.Text = media.Get("text").Words(1, object.MaxPollAnswer)
		p.Answers = append(p.Answers, answer)
	}
	return p
}

// readPollEmoji reads the emoji of an answer, or returns nil if there is none. The emoji is a
// Unicode emoji or one of the application's own.
func readPollEmoji(f form.Field, emojis []object.ApplicationEmoji) *object.ReactionEmoji {
	if !f.Object() {
		return nil
	}
	unusedOfPollEmojis(f)
	e := object.Emoji{ID: f.Get("id").Snowflake(), Name: f.Get("name").Text(0, 100)}
	i := slices.IndexFunc(emojis, func(own object.ApplicationEmoji) bool { return own.ID == e.ID })
	switch {
	case i >= 0:
		e.Name, e.Animated = emojis[i].Name, emojis[i].Animated
	case e.ID != "" || !object.IsEmoji(e.Name):
		f.Fail("POLL_INVALID_EMOJI", "Invalid emoji")
	}
	o := e.Object()
	return &o
}
