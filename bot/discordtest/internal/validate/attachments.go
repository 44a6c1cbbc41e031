package validate

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// keptFiles returns the files that a message has after a request: those that
// its list names of the old message's and of the new ones. Without a list the
// old ones stay. New files that the list does not name come last.
func keptFiles(f form.Field, files []object.Attachment, old *object.Message) []object.Attachment {
	kept := old.Files()
	if !f.Null() {
		existing := kept
		kept = nil
		for _, x := range f.List(0, object.MaxAttachments) {
			if a := chosenAttachment(x, existing, files); a != nil {
				kept = append(kept, *a)
			}
		}
	}
	named := map[object.Snowflake]bool{}
	for _, a := range kept {
		named[a.ID] = true
	}
	for _, a := range files {
		if !named[a.ID] {
			kept = append(kept, a)
		}
	}
	if len(kept) > object.MaxAttachments && !f.Form.Failed() {
		f.Fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", object.MaxAttachments)
	}
	return kept
}

// chosenAttachment returns the file that an element of the list names, by its
// id or by the n of a new one, with what the element says of it.
func chosenAttachment(f form.Field, existing, files []object.Attachment) *object.Attachment {
	if !f.Object() {
		f.Required()
		return nil
	}
	f.Get("id").Required()
	id := f.Get("id").Snowflake()
	description := f.Get("description").Words(0, 1024)
	name := f.Get("filename").Text(1, 1024)
	unusedOfAttachments(f)
	for _, a := range existing {
		if a.ID == id {
			return a.Described(description, "")
		}
	}
	for _, a := range files {
		if a.Number == id && id != "" {
			return a.Described(description, name)
		}
	}
	if id != "" {
		f.Get("id").Fail("ATTACHMENT_NOT_FOUND", "The attachment was not found")
	}
	return nil
}

// named returns the file that an attachment:// address names, nil when there is
// none of that name.
func named(files []object.Attachment, name string) *object.Attachment {
	for i := range files {
		if files[i].Filename == name {
			return &files[i]
		}
	}
	return nil
}
