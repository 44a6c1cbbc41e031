package main

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/snowflake/v2"
)

func (f *features) show(s step) (string, error) {
	inline, at := true, time.Unix(0, 0)
	m := text("Look")
	m.Nonce, m.EnforceNonce = "42", true
	m.Embeds = []discord.Embed{{
		Title: "Board", Description: "Of today", Color: 0x5865f2, URL: "https://example.com/board", Timestamp: &at,
		Author: &discord.EmbedAuthor{Name: "Referee"}, Footer: &discord.EmbedFooter{Text: "Move 3"},
		Image:  &discord.EmbedResource{URL: "attachment://board.png"},
		Fields: []discord.EmbedField{{Name: "Turn", Value: "X", Inline: &inline}},
	}}
	m.Files = []*discord.File{
		discord.NewFile("board.png", "A board", strings.NewReader("not a picture")),
		discord.NewFile("moves.txt", "The moves", strings.NewReader("1 5 9")),
	}
	shown, err := s.CreateMessage(s.channel, m)
	if err != nil {
		return "", err
	}
	again, err := s.CreateMessage(s.channel, discord.MessageCreate{Content: "Look", Nonce: "42", EnforceNonce: true})
	if err != nil {
		return "", err
	}
	f.shown = *shown
	embed := shown.Embeds[0]
	picture, err := url.Parse(embed.Image.URL)
	if err != nil {
		return "", err
	}
	often := map[bool]string{true: "once", false: "twice"}[again.ID == shown.ID]
	files := names(shown.Attachments, func(a discord.Attachment) string { return *a.Description }) // without board.png: attachments do not include a file that an embed shows
	return fmt.Sprintf("%s, %s, %s, %s", often, files, path.Base(picture.Path), embed.Fields[0].Value), nil
}

func (f *features) edit(s step) (string, error) {
	content := "Look here"
	_, err := s.UpdateMessage(s.channel, f.shown.ID, discord.MessageUpdate{
		Content: &content, Attachments: &[]discord.AttachmentUpdate{}, Embeds: &[]discord.Embed{},
	})
	if err != nil {
		return "", err
	}
	m, err := s.GetMessage(s.channel, f.shown.ID)
	if err != nil {
		return "", err
	}
	state := map[bool]string{true: "edited", false: "new"}[m.EditedTimestamp != nil]
	return fmt.Sprintf("%s, %d files, %d embeds, %s", m.Content, len(m.Attachments), len(m.Embeds), state), nil
}

func (f *features) reply(s step) (string, error) {
	m := text("An answer")
	m.MessageReference = &discord.MessageReference{MessageID: &f.shown.ID}
	answer, err := s.CreateMessage(s.channel, m)
	if err != nil {
		return "", err
	}
	_, err = s.CreateMessage(s.channel, discord.MessageCreate{MessageReference: &discord.MessageReference{
		Type: discord.MessageReferenceTypeForward, MessageID: &f.shown.ID, ChannelID: &s.channel,
	}})
	if err != nil {
		return "", err
	}
	referred, err := s.GetMessage(s.channel, *answer.MessageReference.MessageID)
	if err != nil {
		return "", err
	}
	return referred.Content, nil
}

func (f *features) history(s step) (string, error) {
	before, err := s.GetMessages(s.channel, 0, f.shown.ID, 0, 1)
	if err != nil {
		return "", err
	}
	around, err := s.GetMessages(s.channel, f.shown.ID, 0, 0, 3)
	for _, m := range around {
		if m.ID == f.shown.ID {
			return fmt.Sprintf("%d before, it around", len(before)), err
		}
	}
	return "", errors.Join(err, errors.New("not around"))
}

func (f *features) react(s step) (string, error) {
	return "reacted", errors.Join(s.AddReaction(s.channel, f.shown.ID, "👍"), s.AddReaction(s.channel, f.shown.ID, "🎉"))
}

func (f *features) reactions(s step) (string, error) {
	who, err := s.GetReactions(s.channel, f.shown.ID, "👍", discord.MessageReactionTypeNormal, 0, 100)
	return fmt.Sprintf("👍 %d: %s", len(who), strings.ReplaceAll(names(who, username), ",", "")), err
}

func username(u discord.User) string { return u.Username }

func (f *features) unreact(s step) (string, error) {
	if err := s.RemoveOwnReaction(s.channel, f.shown.ID, "🎉"); err != nil {
		return "", err
	}
	if err := s.RemoveUserReaction(s.channel, f.shown.ID, "👍", s.user); err != nil {
		return "", err
	}
	m, err := s.GetMessage(s.channel, f.shown.ID)
	if err != nil {
		return "", err
	}
	return "left: " + names(m.Reactions, func(r discord.MessageReaction) string { return fmt.Sprint(r.Emoji.Name, " ", r.Count) }), nil
}

func (f *features) clearReactions(s step) (string, error) {
	err := errors.Join(s.RemoveAllReactionsForEmoji(s.channel, f.shown.ID, "👍"), s.AddReaction(s.channel, f.shown.ID, "❌"),
		s.RemoveAllReactions(s.channel, f.shown.ID))
	if err != nil {
		return "", err
	}
	m, err := s.GetMessage(s.channel, f.shown.ID)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("left: %d", len(m.Reactions)), nil
}

func (f *features) pin(s step) (string, error) {
	if err := s.PinMessage(s.channel, f.shown.ID); err != nil {
		return "", err
	}
	pinned, err := s.GetPinnedMessages(s.channel)
	return "pinned: " + names(pinned, func(m discord.Message) string { return m.Content }), err
}

func (f *features) unpin(s step) (string, error) {
	if err := s.UnpinMessage(s.channel, f.shown.ID); err != nil {
		return "", err
	}
	pinned, err := s.GetPinnedMessages(s.channel)
	return fmt.Sprintf("pinned: %d", len(pinned)), err
}

func (f *features) bulk(s step) (string, error) {
	var sent []snowflake.ID
	for _, content := range []string{"one", "two", "three"} {
		m, err := s.CreateMessage(s.channel, text(content))
		if err != nil {
			return "", err
		}
		sent = append(sent, m.ID)
	}
	return "deleted 2 and 1", errors.Join(s.BulkDeleteMessages(s.channel, sent[:2]), s.DeleteMessage(s.channel, sent[2]))
}

func (f *features) typing(s step) (string, error) { return "typing", s.SendTyping(s.channel) }

func (f *features) poll(s step) (string, error) {
	question, x, o := "Who wins?", "X", "O"
	m, err := s.CreateMessage(s.channel, discord.MessageCreate{Poll: &discord.PollCreate{
		Question: discord.PollMedia{Text: &question}, Duration: 1, Answers: []discord.PollMedia{{Text: &x}, {Text: &o}},
	}})
	if err != nil {
		return "", err
	}
	f.shown = *m
	return fmt.Sprintf("%d answers", len(m.Poll.Answers)), nil
}

func (f *features) votes(s step) (string, error) {
	who, err := s.GetPollAnswerVotes(s.channel, f.shown.ID, 1, 0, 100)
	return "X: " + strings.ReplaceAll(names(who, username), ",", ""), err
}

func (f *features) endPoll(s step) (string, error) {
	m, err := s.ExpirePoll(s.channel, f.shown.ID)
	if err != nil {
		return "", err
	}
	results := m.Poll.Results
	state := map[bool]string{true: "final", false: "open"}[results.IsFinalized]
	return fmt.Sprintf("%s: %d %d", state, results.AnswerCounts[0].Count, results.AnswerCounts[1].Count), nil
}
