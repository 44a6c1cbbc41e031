package form

import (
	"encoding/json"
	"math"
	"strings"

	"noughts/bot/discordtest/object"
)

// A Draft is the content of a message as a request describes it. What an edit leaves out stays unchanged.
type Draft struct {
	Flags   int // the settable flags in the request
	Allowed AllowedMentions

	content     *string
	components  *[]object.Component
	attachments *[]json.RawMessage
}

// settableFlags are the message flags that a bot may set. Others are ignored.
const settableFlags = object.FlagEphemeral | object.FlagSuppressNotifications | object.FlagComponentsV2

// DraftRules has what ReadDraft needs besides the body.
type DraftRules struct {
	Emojis      []object.ApplicationEmoji // the application's emojis
	Files       []object.Attachment       // the files in the request
	Folder      string                    // the URL under which the message's files are
	Old         *object.Message           // the message that is edited; nil for a new message
	Interaction bool                      // whether a missing allowed_mentions means the defaults of interactions and webhooks
}

// ReadDraft reads a message from a body. The draft is valid if the form has no errors.
func ReadDraft(f Field, of DraftRules) Draft {
	old, interaction := of.Old, of.Interaction
	if !f.Object() {
		return Draft{Allowed: DefaultMentions(interaction)}
	}
	d := Draft{
		Flags:   int(f.Get("flags").Integer(0, 1<<31-1)) & settableFlags,
		Allowed: readMentions(f.Get("allowed_mentions"), interaction),
	}
	if content := f.Get("content"); content.There {
		d.content = new(strings.TrimSpace(content.Words(0, 2000)))
	}
	v2 := d.Flags&object.FlagComponentsV2 != 0 || old != nil && old.Flags&object.FlagComponentsV2 != 0
	files := keptFiles(f.Get("attachments"), of)
	if len(of.Files) > 0 || !f.Get("attachments").Null() {
		raw := object.AttachmentJSON(files)
		d.attachments = &raw
	}
	if components := f.Get("components"); components.There {
		c := newLayout(v2, of.Emojis, files).messageComponents(components)
		d.components = &c
	}
	if v2 {
		refuseLegacyFields(f, old)
	}
	checkNonce(f.Get("nonce"))
	f.Get("tts").Boolean()
	for _, name := range []string{"embeds", "sticker_ids", "poll", "message_reference"} {
		if !f.Get(name).Blank() {
			f.Get(name).Fail("NOT_EMULATED", "discordtest has no %s: this bot sends none", name)
		}
	}
	return d
}

func checkNonce(f Field) {
	if _, isNumber := f.Value.(json.Number); isNumber {
		f.Integer(math.MinInt64, math.MaxInt64)
		return
	}
	f.Text(0, 25)
}

// refuseLegacyFields refuses the content that a message with Components V2 must not have, in the request or left from
// the edited message.
func refuseLegacyFields(f Field, old *object.Message) {
	left := old != nil && old.Flags&object.FlagComponentsV2 == 0 && old.Content != ""
	if content := f.Get("content"); !content.Blank() || left && !content.There {
		content.Fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
}

// Apply applies the draft to a message, but for its type and whether it is ephemeral. It never removes Components V2.
func (d Draft) Apply(m *object.Message) {
	if d.content != nil {
		m.Content = *d.content
	}
	if d.components != nil {
		m.Components = *d.components
	}
	if d.attachments != nil {
		m.Attachments = *d.attachments
	}
	m.Flags |= d.Flags & object.FlagComponentsV2
}
