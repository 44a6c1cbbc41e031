package form

import (
	"cmp"
	"slices"

	"noughts/bot/discordtest/object"
)

// keptFiles returns the files that a message has after a request. f is the request's list of attachments. The result
// begins with the files that f lists, in the order of f, or with all old files if f is absent. The other new files
// follow.
func keptFiles(f Field, of DraftRules) []object.Attachment {
	kept, files := of.Old.Files(), of.Files
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
	for i := range kept {
		if kept[i].URL == "" {
			kept[i].URL = of.Folder + "/" + kept[i].ID + "/" + kept[i].Filename
			kept[i].ProxyURL = kept[i].URL
		}
	}
	return kept
}

// chosenAttachment returns the file that f, an element of an attachments list, refers to, with the changes that f asks
// for. f refers to an old file by its id, and to a new file by the number n of its form field "files[n]".
func chosenAttachment(f Field, existing, files []object.Attachment) *object.Attachment {
	if !f.Object() {
		f.Required()
		return nil
	}
	f.Get("id").Required()
	id := f.Get("id").Snowflake()
	description := f.Get("description").Words(0, 1024)
	name := f.Get("filename").Text(1, 1024)
	for _, a := range existing {
		if a.ID == id {
			a.Description = cmp.Or(description, a.Description)
			return &a
		}
	}
	for _, a := range files {
		if a.Number == id && id != "" {
			a.Description, a.Filename = cmp.Or(description, a.Description), cmp.Or(name, a.Filename)
			return &a
		}
	}
	if id != "" {
		f.Get("id").Fail("ATTACHMENT_NOT_FOUND", "The attachment was not found")
	}
	return nil
}

// attached is the prefix of URLs that refer to the message's own files.
const attached = "attachment://"

// named returns the file that an attachment:// URL names, or nil if there is no such file.
func named(files []object.Attachment, name string) *object.Attachment {
	i := slices.IndexFunc(files, func(a object.Attachment) bool { return a.Filename == name })
	if i < 0 {
		return nil
	}
	return &files[i]
}
