package form

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// The limits of a message's components.
const (
	maxRows          = 5
	maxComponents    = 40   // for Components V2; nested components count, too
	maxDisplayedText = 4000 // for Components V2: the characters of all text displays together
)

// A layout checks the components of one message or modal. It remembers what must be unique or limited in the whole
// message.
type layout struct {
	v2        bool
	inRow     []int // the types that are allowed in an action row
	perRow    int   // the most components in an action row
	customIDs map[string]bool
	ids       map[int]bool
	total     int
	text      int
	files     []object.Attachment
	emojis    []object.ApplicationEmoji
}

func newLayout(v2 bool, emojis []object.ApplicationEmoji, files []object.Attachment) *layout {
	return &layout{v2: v2, inRow: inRow, perRow: 5, customIDs: map[string]bool{}, ids: map[int]bool{}, files: files, emojis: emojis}
}

// The component types that are allowed in each place.
var (
	inLegacyMessage = []int{object.TypeActionRow}
	inContainer     = []int{
		object.TypeActionRow, object.TypeSection, object.TypeTextDisplay, object.TypeMediaGallery, object.TypeFile,
	}
	inV2Message = append(slices.Clip(inContainer), object.TypeContainer)
	inRow       = []int{
		object.TypeButton, object.TypeStringSelect, object.TypeUserSelect, object.TypeRoleSelect, object.TypeChannel,
	}
	inSection   = []int{object.TypeTextDisplay}
	asAccessory = []int{object.TypeButton, object.TypeThumbnail}
)

func (l *layout) messageComponents(f Field) []object.Component {
	allowed, most := inLegacyMessage, maxRows
	if l.v2 {
		allowed, most = inV2Message, maxComponents
	}
	out := l.each(f.List(0, most), allowed)
	if l.total > maxComponents {
		f.Fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number of components of %d was exceeded", maxComponents)
	}
	if l.text > maxDisplayedText {
		f.Fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The total displayable text size exceeds the maximum size of %d", maxDisplayedText)
	}
	if l.v2 {
		l.number(out)
	}
	return out
}

func (l *layout) each(fields []Field, allowed []int) []object.Component {
	out := make([]object.Component, 0, len(fields))
	for _, f := range fields {
		out = append(out, l.component(f, allowed))
	}
	return out
}

func (l *layout) component(f Field, allowed []int) object.Component {
	l.total++
	if f.Null() || !f.Object() {
		f.Required()
		return object.Component{}
	}
	kind := int(f.Get("type").Integer(0, 1<<31-1))
	if !f.Get("type").Required() {
		return object.Component{}
	}
	if !slices.Contains(allowed, kind) {
		f.Fail("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (%s).", JoinInts(allowed))
		return object.Component{}
	}
	c := object.Component{Type: kind, ID: l.id(f.Get("id"))}
	l.fill(&c, f)
	return c
}

func (l *layout) fill(c *object.Component, f Field) {
	switch c.Type {
	case object.TypeActionRow:
		c.Components = l.row(f.Get("components"))
	case object.TypeButton:
		l.button(c, f)
	case object.TypeStringSelect, object.TypeUserSelect, object.TypeRoleSelect, object.TypeChannel:
		l.menu(c, f)
	case object.TypeTextInput:
		l.textInput(c, f)
	default:
		l.fillDisplay(c, f)
	}
}

func (l *layout) id(f Field) int {
	id := int(f.Integer(0, 1<<31-1))
	if id != 0 && l.ids[id] {
		f.Fail("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	l.ids[id] = true
	return id
}

// number gives each component without an id the next free number, as Discord does.
func (l *layout) number(components []object.Component) {
	next := 1
	var walk func(c *object.Component)
	walk = func(c *object.Component) {
		if c.ID == 0 {
			for l.ids[next] {
				next++
			}
			c.ID = next
			l.ids[next] = true
		}
		for i := range c.Components {
			walk(&c.Components[i])
		}
		if c.Accessory != nil {
			walk(c.Accessory)
		}
	}
	for i := range components {
		walk(&components[i])
	}
}

func (l *layout) row(f Field) []object.Component {
	f.Required()
	fields := f.List(1, l.perRow)
	out := l.each(fields, l.inRow)
	width := 0
	for i, c := range out {
		width++
		if c.Type != object.TypeButton && c.Type != object.TypeTextInput && c.Type != 0 {
			width += 4
		}
		if width > 5 && i < 5 {
			fields[i].Fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
	return out
}

func (l *layout) customID(f Field) string {
	id := f.Text(1, 100)
	if id != "" && l.customIDs[id] {
		f.Fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.customIDs[id] = true
	return id
}

// styleLink is the style of buttons that open a URL. They have no custom id.
const styleLink = 5

func (l *layout) button(c *object.Component, f Field) {
	f.Get("style").Required()
	c.Style = f.Get("style").OneOf(1, 2, 3, 4, styleLink)
	c.Label = f.Get("label").Words(0, 80)
	c.Emoji = l.emoji(f.Get("emoji"))
	c.Disabled = f.Get("disabled").Boolean()
	if c.Style == styleLink {
		c.URL = RequiredURL(f.Get("url"), 512)
		forbid(f, "BUTTON_COMPONENT_LINK", "a link button", "custom_id")
	} else {
		f.Get("custom_id").Required()
		c.CustomID = l.customID(f.Get("custom_id"))
		forbid(f, "BUTTON_COMPONENT_CUSTOM_ID", "a button with a custom id", "url")
	}
	// Discord does not document this rule, but a button without label and emoji would be unreadable.
	if c.Label == "" && c.Emoji == nil {
		f.Get("label").Fail("BASE_TYPE_REQUIRED", "This field is required")
	}
}

// forbid adds an error for each field that the component must not have. Only a list may be there, if it is empty.
func forbid(f Field, code, what string, names ...string) {
	for _, name := range names {
		given := f.Get(name)
		if _, isText := given.Value.(string); isText || !given.Blank() {
			given.Fail(code+"_INVALID_FIELD", "The '%s' field cannot be used on %s", name, what)
		}
	}
}

// emoji reads a partial emoji. The name and animation of a custom one, which must be the application's, come from the
// application and not from the body.
func (l *layout) emoji(f Field) *object.Emoji {
	if !f.Object() {
		return nil
	}
	e := &object.Emoji{Name: f.Get("name").Text(0, 32), Animated: f.Get("animated").Boolean()}
	if custom := f.Get("id"); !custom.Blank() {
		id := custom.Snowflake()
		for _, e := range l.emojis {
			if e.ID == id {
				return &object.Emoji{ID: id, Name: e.Name, Animated: e.Animated}
			}
		}
		custom.Fail("COMPONENT_INVALID_EMOJI", "Invalid emoji")
		return nil
	}
	switch {
	case e.Name == "":
		f.Get("name").Fail("BASE_TYPE_REQUIRED", "This field is required")
	case !object.IsEmoji(e.Name):
		f.Get("name").Fail("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	return e
}
