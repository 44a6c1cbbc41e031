package plan

import (
	"bytes"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// As says how an answer is shown.
type As uint8

// How answers are shown.
const (
	InPlace As = iota + 1 // replaces the pressed message
	Anew                  // as a new message for everybody
	Private               // as a new message that only the member sees
	Choices               // as autocomplete choices for the option that is being typed
	AsForm                // as a form; possible only as the first answer to a command or a press
)

// An Answer is shown to a member: a board if View is set, otherwise Content. A board is drawn from
// the newest stored match when the answer is sent.
type Answer struct {
	As      As
	View    *View // the live board of the plan's match; nil to show Content
	Content Content
}

// ShowBoard returns an answer that shows the live board of the plan's match.
func (r *Request) ShowBoard(as As) Answer { return Answer{As: as, View: &View{Caller: r.User}} }

// Private returns an answer that only the member sees. Its language is r.Language.
func (r *Request) Private(c Content) Answer { return Answer{As: Private, Content: c} }

// Page returns an answer that only the member sees, in the language r.Language. It replaces the pressed message if that
// message was private too; otherwise it is a new message.
func (r *Request) Page(c Content) Answer {
	if r.Message.Private {
		return Answer{As: InPlace, Content: c}
	}
	return Answer{As: Private, Content: c}
}

// Public returns an answer that everybody in the channel sees. Its language is r.Shared. Live boards do not use Public,
// because they are drawn when they are sent.
func (r *Request) Public(c Content) Answer { return Answer{As: Anew, Content: c} }

// Shared returns the language of what everybody in the channel sees: that of the place.
func (r *Request) Shared() *texts.Language { return r.Texts.ForLocale(r.Place.Locale) }

// A View says how a live board is drawn.
type View struct {
	// LocalBoard is the number of the local board that the player to move has opened on the button pad, from 1; 0 for none.
	// The number is kept only in the custom ids of the message, not in the store.
	LocalBoard int
	// Quiet suppresses the remarks of the computer's levels. It is set if the server turns remarks
	// off: see match.Place.
	Quiet bool
	// Brought is set if the caller has brought the match here from another place.
	Brought bool
	// Caller is the member whose request is answered. A new board does not ping this member.
	Caller string
}

// Content is the content of a message, or a list of autocomplete choices. Only the members in Pings are pinged.
type Content struct {
	Text       string
	Components []discordgo.MessageComponent // shown instead of Text
	Pings      []string
	Files      []File // components refer to them as attachment://<name>
	OnlyFiles  bool   // remove the files of the edited message that are not in Files
	Form       *Blank // the form to show; where Discord no longer accepts a form, Text is shown instead
	Choices    []*discordgo.ApplicationCommandOptionChoice
}

// A Blank is an empty form. When the member submits it, Discord sends a request of the kind Form.
type Blank struct {
	Path   string // path of the request that the form sends
	Title  string
	Fields []Field
}

// A Field is a text input of a form.
type Field struct {
	Name        string // key in Request.Fields
	IsLine      bool   // a single line; otherwise several lines
	Label       string
	Placeholder string
	Longest     int // maximum length in characters
}

func (b Blank) form() *discordgo.InteractionResponse {
	data := &discordgo.InteractionResponseData{CustomID: b.Path, Title: Shorten(b.Title, maxFormTitle)}
	for _, f := range b.Fields {
		style := discordgo.TextInputParagraph
		if f.IsLine {
			style = discordgo.TextInputShort
		}
		data.Components = append(data.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
			CustomID: f.Name, Label: Shorten(f.Label, maxFormTitle), Placeholder: Shorten(f.Placeholder, maxPlaceholder),
			Style: style, Required: true, MaxLength: f.Longest,
		}}})
	}
	return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: data}
}

// A File is a file attached to a message.
type File struct {
	Name    string
	Type    string // such as image/png
	Content []byte
	// Draw returns the content, if that takes the processor for some milliseconds. It is called before the answer is
	// sent, when the member's turn has come. Files with the same Key have the same content; "" for none.
	Draw func() ([]byte, error)
	Key  string
}

// Drawn returns a File's Draw that returns what `write` writes.
func Drawn(write func(io.Writer) error) func() ([]byte, error) {
	return func() ([]byte, error) {
		var b bytes.Buffer
		err := write(&b)
		return b.Bytes(), err
	}
}

// Components returns the content of a message that consists of components.
func Components(components ...discordgo.MessageComponent) Content {
	return Content{Components: components}
}

// Discord's limits: maxChoices is a number of choices, the others are numbers of characters.
const (
	maxText        = 2000
	maxChoices     = 25
	maxFormTitle   = 45
	maxPlaceholder = 100
)

// Response converts the content to the first answer to an interaction.
func (c Content) Response(as As) *discordgo.InteractionResponse {
	if as == Choices {
		return &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: c.Choices[:min(len(c.Choices), maxChoices)]},
		}
	}
	if as == AsForm {
		return c.Form.form()
	}
	r := &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{
			Components: c.Components,
			// Without this list Discord would ping every member that the message mentions.
			AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}, Users: c.Pings},
		},
	}
	if len(c.Components) > 0 {
		r.Data.Flags |= discordgo.MessageFlagsIsComponentsV2
	} else {
		r.Data.Content = Shorten(c.Text, maxText)
	}
	for _, f := range c.Files {
		r.Data.Files = append(r.Data.Files, &discordgo.File{Name: f.Name, ContentType: f.Type, Reader: bytes.NewReader(f.Content)})
	}
	if c.OnlyFiles && as == InPlace {
		kept := make([]*discordgo.MessageAttachment, len(c.Files))
		for i, f := range c.Files {
			kept[i] = &discordgo.MessageAttachment{ID: strconv.Itoa(i), Filename: f.Name}
		}
		r.Data.Attachments = &kept
	}
	switch as {
	case InPlace:
		r.Type = discordgo.InteractionResponseUpdateMessage
	case Private:
		r.Data.Flags |= discordgo.MessageFlagsEphemeral
	}
	return r
}

// Shorten cuts a text to at most `limit` characters, the last of them an ellipsis.
func Shorten(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit-1]) + "…"
}
