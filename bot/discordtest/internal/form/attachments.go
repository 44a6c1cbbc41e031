package form

import (
	"cmp"
	"slices"

	"noughts/bot/discordtest/object"
)

// keptFiles returns the files that a message has after a request. f is the request's list of attachments: first come
// those that f lists, or all old files if f is absent, then the other new files.
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
	for _, a := range files {
		if !slices.ContainsFunc(kept, func(k object.Attachment) bool { return k.ID == a.ID }) {
			kept = append(kept, a)
		}
	}
	if len(kept) > object.MaxAttachments && !f.Form.Failed() {
		f.Fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", object.MaxAttachments)
	}
	for i := range kept {
		if a := &kept[i]; a.URL == "" {
			a.URL = of.Folder + "/" + a.ID + "/" + a.Filename
			a.ProxyURL = a.URL
		}
	}
	return kept
}

// chosenAttachment returns the file that an element of the list refers to, with the changes that it asks for. It names
// an old file by its id, and a new one by the number n of its form field "files[n]".
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

func named(files []object.Attachment, name string) *object.Attachment {
	i := slices.IndexFunc(files, func(a object.Attachment) bool { return a.Filename == name })
	if i < 0 {
		return nil
	}
	return &files[i]
}
