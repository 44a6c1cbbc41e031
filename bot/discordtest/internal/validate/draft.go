package validate

import (
	"encoding/json"
	"math"
	"net/http"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// A Draft is the content of a message as a request describes it. In an edit, a part that is absent
// from the request stays unchanged.
type Draft struct {
	Flags   int // the settable flags in the request
	Allowed AllowedMentions

	flagged     bool // whether the request has flags
	content     *string
	embeds      *[]json.RawMessage
	components  *[]object.Component
	attachments *[]json.RawMessage
	poll        *object.Poll // the poll of a new message, or of a deferred answer that the request fills in
}

// settableFlags are the message flags that a bot may set. Other flags are ignored.
const settableFlags = object.FlagVoice | object.FlagSuppressEmbeds | object.FlagEphemeral | object.FlagSuppressNotifications | object.FlagComponentsV2

// DraftRules has what ReadDraft needs besides the body: the emojis and files that the message may use, and the message
// that is edited.
type DraftRules struct {
	Emojis      []object.ApplicationEmoji // the application's emojis
	Files       []object.Attachment       // the files in the request
	Place       func(*object.Attachment)  // sets the URLs of a file
	Old         *object.Message           // the message that is edited; nil for a new message
	Interaction bool                      // whether a missing allowed_mentions means the defaults of interactions and webhooks
}

// ReadDraft reads a message from a body. The draft is valid if the form has no errors.
func ReadDraft(f form.Field, of DraftRules) Draft {
	old, interaction := of.Old, of.Interaction
	if !f.Object() {
		return Draft{Allowed: DefaultMentions(interaction)}
	}
	d := Draft{
		Flags:   int(f.Get("flags").Integer(0, 1<<31-1)) & settableFlags,
		flagged: !f.Get("flags").Null(),
		Allowed: readMentions(f.Get("allowed_mentions"), interaction),
	}
	d.readContent(f)
	v2 := d.Flags&object.FlagComponentsV2 != 0 || old != nil && old.Flags&object.FlagComponentsV2 != 0
	files := keptFiles(f.Get("attachments"), of)
	if embeds := f.Get("embeds"); embeds.There {
		e := readEmbeds(embeds, files)
		d.embeds = &e
	}
	if len(of.Files) > 0 || !f.Get("attachments").Null() {
		raw := object.AttachmentJSON(files)
		d.attachments = &raw
	}
	if components := f.Get("components"); components.There {
		c := newLayout(v2, of.Emojis, files).messageComponents(components)
		d.components = &c
	}
	switch poll := f.Get("poll"); {
	case v2:
		refuseLegacyFields(f, old)
	case old == nil || old.Loading():
		d.poll = readPoll(poll, of.Emojis)
	case old.Poll == nil && !poll.Null(): // if the edited message has a poll, package world refuses the edit later
		poll.Fail("MESSAGE_POLL_CANNOT_BE_ADDED", "A poll can only be added to a new message or to a deferred answer")
	}
	checkNonce(f.Get("nonce"))
	f.Get("tts").Boolean()
	unusedOfMessages(f)
	return d
}

// CheckVoice does nothing if the draft lacks the voice flag. Otherwise m must consist of one audio file with a length
// and a waveform: if so, CheckVoice sets m's voice flag, else it returns an error.
func (d Draft) CheckVoice(m *object.Message) error {
	if d.Flags&object.FlagVoice == 0 {
		return nil
	}
	files := m.Files()
	switch {
	case m.Content != "" || len(m.Embeds)+len(m.Components) > 0 || m.Poll != nil:
		return form.Refuse(http.StatusBadRequest, form.CodeVoiceContent, "Voice messages do not support additional content.")
	case len(files) != 1 || !object.File{Name: files[0].Filename}.Is([]string{"audio"}):
		return form.Refuse(http.StatusBadRequest, form.CodeVoiceFile, "Voice messages must have a single audio attachment.")
	case files[0].Duration == 0 || files[0].Waveform == "":
		return form.Refuse(http.StatusBadRequest, form.CodeVoiceMetadata, "Voice messages must have supporting metadata.")
	}
	m.Flags |= object.FlagVoice
	return nil
}

// readContent reads the text of a message. Like Discord, it trims the text.
func (d *Draft) readContent(f form.Field) {
	content := f.Get("content")
	if !content.There {
		return
	}
	text := strings.TrimSpace(content.Words(0, 2000))
	d.content = &text
}

// checkNonce checks a nonce: a short string or a number.
func checkNonce(f form.Field) {
	if _, isNumber := f.Value.(json.Number); isNumber {
		f.Integer(math.MinInt64, math.MaxInt64)
		return
	}
	f.Text(0, 25)
}

// refuseLegacyFields adds an error for each field that a message with Components V2 must not have.
// The field may be in the request or left from the edited message.
func refuseLegacyFields(f form.Field, old *object.Message) {
	left := map[string]bool{}
	if old != nil && old.Flags&object.FlagComponentsV2 == 0 {
		left["content"], left["embeds"] = old.Content != "", len(old.Embeds) > 0
	}
	for _, name := range []string{"content", "embeds", "sticker_ids", "poll"} {
		given := f.Get(name)
		if !given.Blank() || left[name] && !given.There {
			given.Fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
				"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", name)
		}
	}
}

// Apply applies the draft to a message. It does not change the message's type, nor whether it is
// ephemeral, and never removes Components V2.
func (d Draft) Apply(m *object.Message) {
	if d.content != nil {
		m.Content = *d.content
	}
	if d.embeds != nil {
		m.Embeds = *d.embeds
	}
	if d.components != nil {
		m.Components = *d.components
	}
	if d.attachments != nil {
		m.Attachments = *d.attachments
	}
	if d.poll != nil {
		m.Poll = d.poll
	}
	m.Flags |= d.Flags & object.FlagComponentsV2
	if d.flagged {
		m.Flags = m.Flags&^object.FlagSuppressEmbeds | d.Flags&object.FlagSuppressEmbeds
	}
}
