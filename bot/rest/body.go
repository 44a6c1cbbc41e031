package rest

import (
	"encoding/json"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// A Body is the encoded body of a request or response.
type Body struct {
	Type string // its Content-Type
	Data []byte
}

// encode returns a value as JSON, or with files as a multipart form. It reads the files.
func encode(value any, files []*discordgo.File) (Body, error) {
	if value == nil {
		return Body{}, nil
	}
	data, err := json.Marshal(value)
	if err != nil {
		return Body{}, fmt.Errorf("encoding a request: %w", err)
	}
	if len(files) == 0 {
		return Body{"application/json", data}, nil
	}
	kind, form, err := discordgo.MultipartBodyWithJSON(json.RawMessage(data), files)
	if err != nil {
		return Body{}, fmt.Errorf("encoding files: %w", err)
	}
	return Body{kind, form}, nil
}
