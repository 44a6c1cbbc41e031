package object

import (
	"bytes"
	"image"
	_ "image/gif"  // for DecodeConfig
	_ "image/jpeg" // for DecodeConfig
	_ "image/png"  // for DecodeConfig
)

// measure sets the file's width and height if the content is a picture. It reads only the picture's header.
func (a *Attachment) measure(content []byte) {
	if config, _, err := image.DecodeConfig(bytes.NewReader(content)); err == nil {
		a.Width, a.Height = config.Width, config.Height
	}
}
