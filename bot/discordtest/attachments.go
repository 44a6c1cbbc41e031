package discordtest

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// maxAttachments is how many files a message may have.
const maxAttachments = 10

// An attachment is a file of a message as the API sends it.
type attachment struct {
	ID          Snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Title       *string   `json:"title,omitempty"`
	Description string    `json:"description,omitempty"`
	ContentType string    `json:"content_type,omitempty"`
	Size        int       `json:"size"` // bytes
	URL         string    `json:"url"`
	ProxyURL    string    `json:"proxy_url"`
	Ephemeral   bool      `json:"ephemeral,omitempty"` // what members send with an interaction is

	number string // n of "files[n]" while it is being sent
}

// addFile notes a file part of a multipart form. Other parts mean nothing.
func (r *request) addFile(part *multipart.Part, content []byte) error {
	if part.FileName() == "" {
		return nil
	}
	if len(content) > maxAttachment {
		return unreadable(&http.MaxBytesError{Limit: maxAttachment})
	}
	number, isNumbered := strings.CutPrefix(part.FormName(), "files[")
	r.world.Lock()
	a := r.world.newAttachment(part.FileName(), len(content))
	a.ContentType = http.DetectContentType(content)
	r.world.keepFile(a, content)
	r.world.Unlock()
	if isNumbered {
		a.number = strings.TrimSuffix(number, "]")
	}
	r.files = append(r.files, a)
	return nil
}

// newAttachment returns a file with an id and addresses. Callers hold s.mu.
func (w *world) newAttachment(name string, size int) attachment {
	id := w.snowflake()
	path := "/attachments/" + id + "/" + url.PathEscape(name)
	return attachment{
		ID: id, Filename: name, Size: size,
		URL: "https://cdn.discordapp.com" + path, ProxyURL: "https://media.discordapp.net" + path,
	}
}

// keptFiles returns the files that a message has after a request: those that
// its list names of the old message's and of the new ones. Without a list the
// old ones stay. New files that the list does not name come last.
func keptFiles(f field, files []attachment, old *Message) []attachment {
	kept := old.attachments()
	if !f.null() {
		existing := kept
		kept = nil
		for _, x := range f.list(0, maxAttachments) {
			if a := chosenAttachment(x, existing, files); a != nil {
				kept = append(kept, *a)
			}
		}
	}
	named := map[Snowflake]bool{}
	for _, a := range kept {
		named[a.ID] = true
	}
	for _, a := range files {
		if !named[a.ID] {
			kept = append(kept, a)
		}
	}
	if len(kept) > maxAttachments && !f.form.failed {
		f.fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxAttachments)
	}
	return kept
}

// chosenAttachment returns the file that an element of the list names, by its
// id or by the n of a new one, with what the element says of it.
func chosenAttachment(f field, existing, files []attachment) *attachment {
	if !f.object() {
		f.required()
		return nil
	}
	f.get("id").required()
	id := f.get("id").snowflake()
	description := f.get("description").words(0, 1024)
	name := f.get("filename").text(1, 1024)
	f.check(unusedOfAttachments)
	for _, a := range existing {
		if a.ID == id {
			return a.described(description, "")
		}
	}
	for _, a := range files {
		if a.number == id && id != "" {
			return a.described(description, name)
		}
	}
	if id != "" {
		f.get("id").fail("ATTACHMENT_NOT_FOUND", "The attachment was not found")
	}
	return nil
}

// described returns a copy of the file with a description and a name, unless
// those are empty.
func (a attachment) described(description, name string) *attachment {
	if description != "" {
		a.Description = description
	}
	if name != "" {
		a.Filename = name
	}
	return &a
}

// attachments returns a message's files, none of nil.
func (m *Message) attachments() []attachment {
	if m == nil {
		return nil
	}
	out := make([]attachment, len(m.Attachments))
	for i, raw := range m.Attachments {
		_ = json.Unmarshal(raw, &out[i]) // made by this package
	}
	return out
}

// attachmentJSON returns files as messages hold them.
func attachmentJSON(files []attachment) []json.RawMessage {
	out := make([]json.RawMessage, len(files))
	for i, a := range files {
		out[i], _ = json.Marshal(a) // plain values: always JSON
	}
	return out
}

// named returns the file that an attachment:// address names, nil when there is
// none of that name.
func named(files []attachment, name string) *attachment {
	for i := range files {
		if files[i].Filename == name {
			return &files[i]
		}
	}
	return nil
}

// listed returns the files of a message that its list of them names on the
// wire: those that its embeds and components show are not in it.
func (m *Message) listed() []json.RawMessage {
	if len(m.Attachments) == 0 {
		return m.Attachments
	}
	shown := shownMedia(slices.Clone(m.Embeds), m.Components)
	out := []json.RawMessage{}
	for i, a := range m.attachments() {
		url, _ := json.Marshal(a.URL) // a string: always JSON
		if !slices.ContainsFunc(shown, func(raw json.RawMessage) bool { return bytes.Contains(raw, url) }) {
			out = append(out, m.Attachments[i])
		}
	}
	return out
}

// shownMedia adds to a list what components show of media.
func shownMedia(list []json.RawMessage, components []Component) []json.RawMessage {
	for _, c := range components {
		list = append(list, c.Media, c.File)
		for _, item := range c.Items {
			list = append(list, item.Media)
		}
		if c.Accessory != nil {
			list = append(list, c.Accessory.Media)
		}
		list = shownMedia(list, c.Components)
	}
	return list
}
