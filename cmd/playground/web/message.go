package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"html/template"
	"strings"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/markup"
)

// shownMessages is how many of the newest messages the page shows.
const shownMessages = 60

// A messageView is one message as the template needs it.
type messageView struct {
	ID         discordtest.Snowflake
	Version    string // changes with what is shown
	Author     personView
	Compact    bool       // follows a message of the same author
	Day        string     // begins a new day
	Reply      *replyView // "Alice used /classic", or what it replies to
	Time       time.Time
	Edited     bool
	Ephemeral  bool
	Loading    bool
	Mentioned  bool // mentions the viewer
	Content    template.HTML
	Jumbo      bool // few emoji and nothing else
	Embeds     []embedView
	Components []componentView
	Pictures   []pictureView
	Reactions  []reactionView
	Poll       *pollView
	Pinned     bool
	System     string // what Discord itself says here: "Noughts pinned a message to this channel."
	Summary    string // for the live region
	Query      string
}

// A personView is a name with its avatar.
type personView struct {
	ID      discordtest.Snowflake
	Name    string
	Initial string
	Colour  string
	Bot     bool
}

// A replyView is the line above a message: who used which command, or what the
// message replies to.
type replyView struct {
	User    personView
	Used    bool
	Command string // "" when the message does not say
	Slash   bool   // it can be typed
	Message discordtest.Snowflake
	Text    string // of the message that is replied to
}

// compactWithin is how long an author's messages stand together.
const compactWithin = 7 * time.Minute

// messages returns the newest messages, oldest first.
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

// arrange sets what depends on the message before.
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

// version is a fingerprint of what the page shows of a message. It is taken from
// the source, because relative times in the HTML change by themselves.
func version(m discordtest.Message, v messageView) string {
	source, err := json.Marshal(struct {
		Message discordtest.Message
		Compact bool
		Day     string
		Reply   *replyView
	}{m, v.Compact, v.Day, v.Reply})
	if err != nil {
		return "" // never equal to what the page has
	}
	sum := sha256.Sum256(source)
	return hex.EncodeToString(sum[:8])
}

func (v *view) message(m discordtest.Message, now time.Time) messageView {
	text := v.markup(now)
	count, only := markup.OnlyEmoji(m.Content)
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
		Jumbo:      only && count <= 30,
		Reactions:  v.reactions(m, text),
		Poll:       v.poll(m, now),
		Pinned:     m.Pinned,
		System:     systemWords(m, v.person(m.Author).Name),
		Components: scope{m.ID, v, text}.components(m.Components, "c"),
		Query:      v.Query(),
	}
	var files []json.RawMessage
	if m.Type != pollResult { // its embed is for programs
		view.Embeds, files = embeds(m.Embeds, m.Attachments, text)
	}
	if m.Flags&discordtest.FlagComponentsV2 == 0 { // there, components show the files
		view.Pictures = attachments(files)
	}
	view.Summary = view.Author.Name + ": " + summary(m, text)
	return view
}

// reply says which command a message answers.
func (v *view) reply(m discordtest.Message) *replyView {
	switch {
	case m.Command != nil:
		name, slash := v.lines().ShownName(m.Command.Name)
		return &replyView{User: v.person(m.Command.User), Used: true, Command: name, Slash: slash}
	case m.Interaction != nil && m.Interaction.InteractedMessageID == "" && m.Reference == nil:
		return &replyView{User: v.person(m.Interaction.User), Used: true}
	}
	return nil
}

// repliesTo says what a message replies to, by its first words.
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
	if m, ok := member(v.world, u.ID); ok {
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

// summaryLength bounds what is read aloud of a message, in bytes.
const summaryLength = 240

// notSpoken takes out what only draws boards.
var notSpoken = strings.NewReplacer("│", " ", "\u200b", " ")

// summary says a message in words, without the pictures of its board.
func summary(m discordtest.Message, text markup.Context) string {
	parts := []string{m.Content}
	if m.Poll != nil {
		parts = append(parts, m.Poll.Question.Text)
	}
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
