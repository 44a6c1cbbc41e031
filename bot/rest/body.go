package rest

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/bwmarrin/discordgo"
)

// A Body is the encoded body of a request or response.
type Body struct {
	Type string // the Content-Type of Data
	Data []byte
}

// encode encodes a value as JSON, or as a multipart form if there are files. It reads the files to their end.
func encode(value any, files []*discordgo.File) (Body, error) {
	if value == nil {
		return Body{}, nil
	}
	data, err := json.Marshal(value)
	if err != nil {
		return Body{}, fmt.Errorf("encoding a request: %w", err)
	}
	data = isolated(data)
	if len(files) == 0 {
		return Body{"application/json", data}, nil
	}
	kind, form, err := discordgo.MultipartBodyWithJSON(json.RawMessage(data), files)
	if err != nil {
		return Body{}, fmt.Errorf("encoding files: %w", err)
	}
	return Body{kind, form}, nil
}

// mention matches a mention of a member, a role or a channel in JSON as json.Marshal writes it.
var mention = regexp.MustCompile(`\\u003c(?:@|@!|@\\u0026|#)\d+\\u003e`)

// isolated puts each mention between the isolates U+2068 and U+2069. Clients show a name in its place; a name that is
// written from right to left would otherwise move the numbers and names beside it.
func isolated(data []byte) []byte { return mention.ReplaceAll(data, []byte(`\u2068${0}\u2069`)) }

// EncodeResponse encodes a first answer to an interaction, for a callback or for an HTTP response.
func EncodeResponse(r *discordgo.InteractionResponse) (Body, error) {
	body := struct {
		Type discordgo.InteractionResponseType `json:"type,omitempty"`
		Data any                               `json:"data,omitempty"`
	}{Type: r.Type}
	var files []*discordgo.File
	switch {
	case r.Type == discordgo.InteractionApplicationCommandAutocompleteResult:
		// discordgo's type omits an empty list, but Discord requires the list.
		choices := []*discordgo.ApplicationCommandOptionChoice{}
		if r.Data != nil {
			choices = append(choices, r.Data.Choices...)
		}
		body.Data = map[string]any{"choices": choices}
	case r.Data != nil:
		body.Data = struct {
			Attachments *[]keptFile `json:"attachments,omitempty"`
			*discordgo.InteractionResponseData
		}{keptFiles(r.Data.Attachments), r.Data}
		files = r.Data.Files
	}
	return encode(body, files)
}

// A keptFile is a file that a message has after an edit. For a file that the message had before, ID is Discord's id.
// For a new file, ID is the file's number in the request.
type keptFile struct {
	ID       string `json:"id"`
	Filename string `json:"filename"`
}

// keptFiles leaves out fields of discordgo's type that Discord rejects. For nil it returns nil: Discord then keeps the
// message's old files and adds the new ones.
func keptFiles(of *[]*discordgo.MessageAttachment) *[]keptFile {
	if of == nil {
		return nil
	}
	kept := make([]keptFile, len(*of))
	for i, f := range *of {
		kept[i] = keptFile{f.ID, f.Filename}
	}
	return &kept
}
