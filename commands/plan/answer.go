package plan

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// As is how an answer is shown.
type As uint8

// How answers are shown.
const (
	InPlace As = iota + 1 // in place of the pressed message
	Anew                  // as a new message for everybody
	Private               // as a new message for the member alone
	Choices               // as choices below the option that is being typed
	AsForm                // as a form, only as the first answer to a command or a press
)

// An Answer is what a member gets: a live board, which is drawn from the newest stored match when it is sent,
// or finished content.
type Answer struct {
	As      As
	Board   *View // of the plan's match
	Content Content
}

// Board returns the answer that shows the live board of the plan's match.
func (r *Request) Board(as As) Answer { return Answer{As: as, Board: &View{Caller: r.User}} }

// Private returns an answer for the member alone, in the member's language.
func (r *Request) Private(say func(*texts.Language) Content) Answer {
	return Answer{As: Private, Content: say(r.Reader)}
}

// Page returns an answer for the member alone. It replaces the pressed message if that was private too.
func (r *Request) Page(say func(*texts.Language) Content) Answer {
	page := r.Private(say)
	if r.Message.Private {
		page.As = InPlace
	}
	return page
}

// Public returns an answer for everybody, in the language of the place. Live boards do not need it: they are
// drawn when they are sent.
func (r *Request) Public(say func(*texts.Language) Content) Answer {
	return Answer{As: Anew, Content: say(r.Texts.In(r.Place.Locale))}
}

// A View is how a live board is drawn for its reader.
type View struct {
	// Board is the local board that the player to move has opened on the pad, counted from 1, 0 for none. Only
	// the message's custom ids store it.
	Board int
	// Quiet suppresses the remarks of the computer's levels: in servers that have chosen so, by match.Place,
	// and where a caller asks for it.
	Quiet bool
	// Caller is the member whose request is answered. A new board does not ping them.
	Caller string
}

// Content is the content of a message, or the choices of a completion. Only Pings are pinged by it.
type Content struct {
	Text       string
	Components []discordgo.MessageComponent // in the place of Text
	Pings      []string
	Files      []File // which components name as attachment://<name>
	OnlyFiles  bool   // replace the files of the edited message by Files
	Form       *Blank // the form; Text is the answer where Discord no longer accepts a form
	Choices    []*discordgo.ApplicationCommandOptionChoice
}

// A Blank is an empty form. Discord sends it back as a request of the kind Form.
type Blank struct {
	Path   string // of the request
	Title  string
	Fields []Field
}

// A Field is a text input.
type Field struct {
	Name        string // in Request.Fields
	IsLine      bool   // it has one line, else several
	Label       string
	Placeholder string
	Longest     int // how many characters at most
}

// form returns a form in discordgo's types.
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

// A File is attached to a message.
type File struct {
	Name    string
	Type    string // such as image/png
	Content []byte
}

// Components returns a message of components.
func Components(components ...discordgo.MessageComponent) Content {
	return Content{Components: components}
}

// Discord's limits, in characters and choices.
const (
	maxText        = 2000
	maxChoices     = 25
	maxFormTitle   = 45
	maxPlaceholder = 100
)

// Response returns content as the first answer to an interaction.
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
			// Discord's own default pings every member that a message mentions.
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

// Shorten cuts a text to at most limit characters.
func Shorten(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit-1]) + "…"
}
