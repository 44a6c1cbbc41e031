package discordtest

import (
	"net/url"
	"slices"
	"strings"
)

// fillDisplay reads the components that only Components V2 has.
func (l *layout) fillDisplay(c *Component, f field) {
	switch c.Type {
	case TypeTextDisplay:
		f.get("content").required()
		c.Content = f.get("content").words(1, maxDisplayedText)
		l.text += f.get("content").shownLength()
	case TypeSection:
		l.section(c, f)
	case TypeContainer:
		l.container(c, f)
	case TypeSeparator:
		c.Divider = new(true)
		if d := f.get("divider"); !d.null() {
			*c.Divider = d.boolean()
		}
		c.Spacing = 1
		if s := f.get("spacing"); !s.null() {
			c.Spacing = s.oneOf(1, 2)
		}
	case TypeMediaGallery:
		l.gallery(c, f)
	case TypeThumbnail:
		c.Media = l.media(f.get("media"), "http", "https", "attachment")
		c.Description = f.get("description").words(1, 1024)
		c.Spoiler = f.get("spoiler").boolean()
	case TypeFile:
		c.File = l.media(f.get("file"), "attachment")
		c.Spoiler = f.get("spoiler").boolean()
	}
}

func (l *layout) section(c *Component, f field) {
	f.get("components").required()
	c.Components = l.each(f.get("components").list(1, 3), inSection)
	if f.get("accessory").required() {
		a := l.component(f.get("accessory"), asAccessory)
		c.Accessory = &a
	}
}

func (l *layout) container(c *Component, f field) {
	f.get("components").required()
	c.Components = l.each(f.get("components").list(1, maxComponents), inContainer)
	if color := f.get("accent_color"); !color.null() {
		n := int(color.integer(0, 0xFFFFFF))
		c.AccentColor = &n
	}
	c.Spoiler = f.get("spoiler").boolean()
}

func (l *layout) gallery(c *Component, f field) {
	f.get("items").required()
	for _, item := range f.get("items").list(1, 10) {
		if !item.object() {
			item.required()
			continue
		}
		c.Items = append(c.Items, MediaItem{
			Media:       l.media(item.get("media"), "http", "https", "attachment"),
			Description: item.get("description").words(1, 1024),
			Spoiler:     item.get("spoiler").boolean(),
		})
	}
}

// media reads an unfurled media item; an attachment:// must be in the request.
func (l *layout) media(f field, schemes ...string) []byte {
	if !f.required() || !f.object() {
		return nil
	}
	text := requiredURL(f.get("url"), 2048, schemes...)
	name, attached := strings.CutPrefix(text, "attachment://")
	if !attached {
		return mediaJSON(text)
	}
	file := named(l.files, name)
	if file == nil {
		f.get("url").fail("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found")
		return nil
	}
	return mediaJSON(file.URL)
}

// requiredURL reads a URL of some schemes (http, https, discord when none are given).
func requiredURL(f field, longest int, schemes ...string) string {
	if !f.required() {
		return ""
	}
	if len(schemes) == 0 {
		schemes = []string{"http", "https", "discord"}
	}
	text := f.text(1, longest)
	if text != "" {
		f.checkURL(text, schemes)
	}
	return text
}

// checkURL notes what is wrong with an address that must have one of some schemes.
func (f field) checkURL(text string, schemes []string) {
	scheme, _, _ := strings.Cut(text, ":") // of a text without any it is all, as Discord has it
	u, err := url.Parse(text)
	switch {
	case !slices.Contains(schemes, strings.ToLower(scheme)):
		f.fail("URL_TYPE_INVALID_SCHEME", "Scheme \"%s\" is not supported. Scheme must be one of ('%s').", scheme, strings.Join(schemes, "', '"))
	case err != nil || u.Host == "":
		f.fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
}
