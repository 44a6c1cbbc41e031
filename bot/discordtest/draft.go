package discordtest

import (
	"encoding/json"
	"math"
	"strings"
)

// A draft is what a request wants a message to be. Parts that the request does
// not mention stay as they are when a message is edited.
type draft struct {
	content     *string
	embeds      *[]json.RawMessage
	components  *[]Component
	flags       int  // those that the request sets, of settableFlags
	flagged     bool // whether the request says anything of flags
	allowed     allowedMentions
	attachments *[]json.RawMessage
	poll        *Poll // of a new message, and of one that has been deferred
}

// settableFlags are the message flags that a bot may set; others are ignored.
const settableFlags = FlagSuppressEmbeds | FlagEphemeral | FlagSuppressNotifications | FlagComponentsV2

// draftRules are what a message may be.
type draftRules struct {
	emojis      []emojiObject // the application's own
	files       []attachment  // that the request has brought
	old         *Message      // which is to be edited, nil for a new one
	interaction bool          // whether its rules of mentions hold
}

// readDraft reads a message from a body. The draft is good when the form has no
// errors.
func readDraft(f field, of draftRules) draft {
	old, interaction := of.old, of.interaction
	if !f.object() {
		return draft{allowed: defaultMentions(interaction)}
	}
	d := draft{
		flags:   int(f.get("flags").integer(0, 1<<31-1)) & settableFlags,
		flagged: !f.get("flags").null(),
		allowed: readMentions(f.get("allowed_mentions"), interaction),
	}
	d.readContent(f)
	v2 := d.flags&FlagComponentsV2 != 0 || old != nil && old.Flags&FlagComponentsV2 != 0
	files := keptFiles(f.get("attachments"), of.files, old)
	if embeds := f.get("embeds"); embeds.there {
		e := readEmbeds(embeds, files)
		d.embeds = &e
	}
	if len(of.files) > 0 || !f.get("attachments").null() {
		raw := attachmentJSON(files)
		d.attachments = &raw
	}
	if components := f.get("components"); components.there {
		c := newLayout(v2, of.emojis, files).messageComponents(components)
		d.components = &c
	}
	switch poll := f.get("poll"); {
	case v2:
		refuseLegacyFields(f, old)
	case old == nil || old.Loading():
		d.poll = readPoll(poll, of.emojis)
	case old.Poll == nil && !poll.null(): // editing a poll is refused as such
		poll.fail("MESSAGE_POLL_CANNOT_BE_ADDED", "A poll can only be added to a new message or to a deferred answer")
	}
	f.get("nonce").nonce()
	f.get("tts").boolean()
	f.check(unusedOfMessages)
	return d
}

// readContent reads the text of a message; Discord drops the space around it.
func (d *draft) readContent(f field) {
	content := f.get("content")
	if !content.there {
		return
	}
	text := strings.TrimSpace(content.words(0, 2000))
	d.content = &text
}

// nonce checks a nonce: a short string or a number.
func (f field) nonce() {
	if _, isNumber := f.value.(json.Number); isNumber {
		f.integer(math.MinInt64, math.MaxInt64)
		return
	}
	f.text(0, 25)
}

// refuseLegacyFields notes what a message with Components V2 must not have, in
// the request itself or left over in the message that it edits.
func refuseLegacyFields(f field, old *Message) {
	left := map[string]bool{}
	if old != nil && old.Flags&FlagComponentsV2 == 0 {
		left["content"], left["embeds"] = old.Content != "", len(old.Embeds) > 0
	}
	for _, name := range []string{"content", "embeds", "sticker_ids", "poll"} {
		given := f.get(name)
		if !given.blank() || left[name] && !given.there {
			given.fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
				"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", name)
		}
	}
}

// apply puts the draft into a message. Neither its type nor whether it is
// ephemeral changes, and Components V2 is never taken back.
func (d draft) apply(m *Message) {
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
	m.Flags |= d.flags & FlagComponentsV2
	if d.flagged {
		m.Flags = m.Flags&^FlagSuppressEmbeds | d.flags&FlagSuppressEmbeds
	}
}

// empty says whether a message has nothing to show.
func (m *Message) empty() bool {
	if m.Flags&FlagComponentsV2 != 0 {
		return len(m.Components) == 0
	}
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.Attachments) == 0 && m.Poll == nil
}
