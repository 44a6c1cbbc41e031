package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"html/template"
	"strings"
	"time"

	"noughts/bot/discordtest"
)

const shownMessages = 60

type messageView struct {
	ID         discordtest.Snowflake
	Version    string // changes whenever the shown message changes
	Author     personView
	Compact    bool       // follows a message of the same author, so it has no header
	Day        string     // the date, if the message is the first of a day
	Reply      *replyView // the line above the message: the command that caused it, such as "Alice used /classic", or the message that it replies to
	Time       time.Time
	Edited     bool
	Ephemeral  bool
	Loading    bool
	Mentioned  bool // mentions the member who views the page
	Content    template.HTML
	Components []componentView
	Pictures   []pictureView
	Summary    string // for screen readers
	Query      string
}

type personView struct {
	ID      discordtest.Snowflake
	Name    string
	Initial string
	Colour  string
	Bot     bool
}

// A replyView is the line above a message: its command, or the beginning of what it replies to.
type replyView struct {
	User    personView
	Used    bool
	Command string // "" if unknown
	Slash   bool   // the command can be typed
	Message discordtest.Snowflake
	Text    string // beginning of the message that is replied to
}

// compactWithin is how soon an author's next message must follow to be shown without a header.
const compactWithin = 7 * time.Minute

func (v *view) messages(now time.Time) []messageView {
	all := v.client.Messages()
	if len(all) > shownMessages {
		all = all[len(all)-shownMessages:]
	}
	views := make([]messageView, len(all))
	for i, m := range all {
		views[i] = v.message(m, now)
		if views[i].Reply == nil {
			views[i].Reply = v.repliesTo(m, all, now)
		}
		arrange(views, i)
		views[i].Version = version(m, views[i])
	}
	return views
}

func arrange(views []messageView, i int) {
	m := &views[i]
	day := m.Time.Format(time.DateOnly)
	if i == 0 || views[i-1].Time.Format(time.DateOnly) != day {
		m.Day = m.Time.Format("January 2, 2006")
		return
	}
	before := views[i-1]
	m.Compact = m.Reply == nil && before.Author.ID == m.Author.ID && before.Ephemeral == m.Ephemeral &&
		m.Time.Sub(before.Time) < compactWithin
}

// version returns a fingerprint of a shown message: a hash of its source and not of the HTML, in which relative times
// change although the message is the same.
func version(m discordtest.Message, v messageView) string {
	source, err := json.Marshal(struct {
		Message discordtest.Message
		Compact bool
		Day     string
		Reply   *replyView
	}{m, v.Compact, v.Day, v.Reply})
	if err != nil {
		return "" // never equal to a version that the page has
	}
	sum := sha256.Sum256(source)
	return hex.EncodeToString(sum[:8])
}

func (v *view) message(m discordtest.Message, now time.Time) messageView {
	text := v.markup(now)
	view := messageView{
		ID:         m.ID,
		Author:     v.person(m.Author),
		Reply:      v.reply(m),
		Time:       m.Timestamp.Local(),
		Edited:     m.EditedTimestamp != nil && !m.Loading(),
		Ephemeral:  m.Ephemeral(),
		Loading:    m.Loading(),
		Mentioned:  v.isMentioned(m),
		Content:    text.HTML(m.Content),
		Components: scope{m.ID, v, text}.components(m.Components, "c"),
		Query:      v.Query(),
	}
	if m.Flags&discordtest.FlagComponentsV2 == 0 { // with Components V2, components show the files
		view.Pictures = attachments(m)
	}
	view.Summary = view.Author.Name + ": " + summary(m, text)
	return view
}

func (v *view) reply(m discordtest.Message) *replyView {
	switch {
	case m.Command != nil:
		name, slash := v.shownCommand(m.Command.Name)
		return &replyView{User: v.person(m.Command.User), Used: true, Command: name, Slash: slash}
	case m.Interaction != nil && m.Interaction.InteractedMessageID == "" && m.Reference == nil:
		return &replyView{User: v.person(m.Interaction.User), Used: true}
	}
	return nil
}

func (v *view) repliesTo(m discordtest.Message, all []discordtest.Message, now time.Time) *replyView {
	if m.Reference == nil {
		return nil
	}
	original, ok := find(all, func(o discordtest.Message) bool { return o.ID == m.Reference.MessageID })
	if !ok {
		return &replyView{Text: "Original message was deleted."}
	}
	return &replyView{User: v.person(original.Author), Message: original.ID, Text: summary(original, v.markup(now))}
}

func (v *view) person(u discordtest.UserObject) personView {
	name := u.Username
	if u.GlobalName != nil && *u.GlobalName != "" {
		name = *u.GlobalName
	}
	p := personView{ID: u.ID, Name: name, Initial: initial(name), Bot: u.Bot}
	if m, ok := v.world.member(u.ID); ok {
		p = personOf(m)
	}
	return p
}

func personOf(m Member) personView {
	return personView{ID: m.User.ID, Name: m.User.Name(), Initial: initial(m.User.Name()), Colour: m.Colour, Bot: m.User.Bot}
}

func (v *view) isMentioned(m discordtest.Message) bool {
	_, mentioned := find(m.Mentions, func(u discordtest.UserObject) bool { return u.ID == v.member.User.ID })
	return mentioned || m.MentionEveryone
}

const summaryLength = 240

// notSpoken removes characters that only draw boards.
var notSpoken = strings.NewReplacer("│", " ", "\u200b", " ")

func summary(m discordtest.Message, text Context) string {
	parts := []string{m.Content}
	for _, c := range m.Components {
		parts = append(parts, texts(c)...)
	}
	words := text.Words(notSpoken.Replace(strings.Join(parts, "\n")))
	if len(words) > summaryLength {
		words = strings.ToValidUTF8(words[:summaryLength], "") + "…"
	}
	return words
}

func texts(c discordtest.Component) []string {
	var all []string
	if c.Type == discordtest.TypeTextDisplay && !strings.Contains(c.Content, "```") {
		all = append(all, c.Content)
	}
	for _, child := range c.Components {
		all = append(all, texts(child)...)
	}
	return all
}
