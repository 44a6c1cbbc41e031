package plan

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// As says how an answer is shown.
type As uint8

// How answers are shown.
const (
	InPlace As = iota + 1 // in the place of the message that was pressed
	Anew                  // as a new message, for everybody
	Private               // as a new message that only the member sees
	Choices               // below the option that is being typed
	AsForm                // as a form that the member fills in: only as the first answer to a command or a press
)

// An Answer is what a member gets: a live board, which is drawn from the newest
// stored match when it is sent, or content that is ready.
type Answer struct {
	As      As
	Board   *View // of the match that the plan was on
	Content Content
}

// Board returns the answer that shows the live board of the match that the plan is on.
func (r *Request) Board(as As) Answer { return Answer{As: as, Board: &View{Caller: r.User}} }

// Private returns an answer that only the member sees, in the member's language.
func (r *Request) Private(say func(*texts.Language) Content) Answer {
	return Answer{As: Private, Content: say(r.Reader)}
}

// Page returns an answer that only the member sees, in the place of the private message
// that was pressed, if one was.
func (r *Request) Page(say func(*texts.Language) Content) Answer {
	page := r.Private(say)
	if r.Message.Private {
		page.As = InPlace
	}
	return page
}

// Public returns an answer that everybody sees, in the language of the place. Live
// boards need none: they are drawn when they are sent.
func (r *Request) Public(say func(*texts.Language) Content) Answer {
	return Answer{As: Anew, Content: say(r.Texts.In(r.Place.Locale))}
}

// A View is how a live board is shown to its reader.
type View struct {
	// Board is the local board that the player to move has chosen on the pad, which only the message knows: counted
	// from 1, 0 for none.
	Board int
	// Quiet is where the computer's levels are to say nothing: in servers that have chosen it,
	// by match.Place, and where it is asked for.
	Quiet bool
	// Caller is the member whose request is answered, who is not pinged by a board
	// that is shown anew.
	Caller string
}

// Content is what a message says, or the choices of a completion. Nobody but Pings
// is pinged by it.
type Content struct {
	Text       string
	Components []discordgo.MessageComponent // in the place of Text
	Pings      []string
	Files      []File // which components name as attachment://<name>
	OnlyFiles  bool   // in the place of a message that may have files: Files are all that it has from now on
	Form       *Blank // to fill in; Text is what is said where Discord does not take it any more
	Choices    []*discordgo.ApplicationCommandOptionChoice
}

// A Blank is an empty form. What is sent comes as a request of the kind Form.
type Blank struct {
	Path   string // of the request
	Title  string
	Fields []Field
}

// A Field is a text of several lines in a form.
type Field struct {
	Name        string // in Request.Fields
	Label       string
	Placeholder string
	Longest     int // how many characters at most
}

// form returns a form as Discord takes it.
func (b Blank) form() *discordgo.InteractionResponse {
	data := &discordgo.InteractionResponseData{CustomID: b.Path, Title: Shorten(b.Title, maxFormTitle)}
	for _, f := range b.Fields {
		data.Components = append(data.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
			CustomID: f.Name, Label: Shorten(f.Label, maxFormTitle), Placeholder: Shorten(f.Placeholder, maxPlaceholder),
			Style: discordgo.TextInputParagraph, Required: true, MaxLength: f.Longest,
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

// Components returns a message that is made of components.
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

// Response returns content as Discord takes it for the first answer to an
// interaction.
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
			// Discord's own default would ping every member that a message names.
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
