package form

import (
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest/object"
)

func (l *layout) fillDisplay(c *object.Component, f Field) {
	switch c.Type {
	case object.TypeTextDisplay:
		f.Get("content").Required()
		c.Content = f.Get("content").Words(1, maxDisplayedText)
		shown, _ := f.Get("content").Value.(string)
		l.text += utf8.RuneCountInString(shown)
	case object.TypeSection:
		l.section(c, f)
	case object.TypeContainer:
		l.container(c, f)
	case object.TypeMediaGallery:
		l.gallery(c, f)
	case object.TypeThumbnail:
		c.Media = l.media(f.Get("media"), "http", "https", "attachment")
		c.Description = f.Get("description").Words(1, 1024)
	case object.TypeFile:
		c.File = l.media(f.Get("file"), "attachment")
	}
}

func (l *layout) section(c *object.Component, f Field) {
	f.Get("components").Required()
	c.Components = l.each(f.Get("components").List(1, 3), inSection)
	if f.Get("accessory").Required() {
		a := l.component(f.Get("accessory"), asAccessory)
		c.Accessory = &a
	}
}

func (l *layout) container(c *object.Component, f Field) {
	f.Get("components").Required()
	c.Components = l.each(f.Get("components").List(1, maxComponents), inContainer)
	c.AccentColor = optionalInt(f.Get("accent_color"), 0, 0xFFFFFF)
}

func (l *layout) gallery(c *object.Component, f Field) {
	f.Get("items").Required()
	for _, item := range f.Get("items").List(1, 10) {
		if !item.Object() {
			item.Required()
			continue
		}
		c.Items = append(c.Items, object.MediaItem{
			Media:       l.media(item.Get("media"), "http", "https", "attachment"),
			Description: item.Get("description").Words(1, 1024),
		})
	}
}

// media reads an unfurled media item. An attachment:// URL must name a file of the message.
func (l *layout) media(f Field, schemes ...string) []byte {
	if !f.Required() || !f.Object() {
		return nil
	}
	text := RequiredURL(f.Get("url"), 2048, schemes...)
	name, isFile := strings.CutPrefix(text, attached)
	if !isFile {
		return object.MediaJSON(text, nil)
	}
	file := named(l.files, name)
	if file == nil {
		f.Get("url").Fail("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found")
		return nil
	}
	return object.MediaJSON(file.URL, file)
}
