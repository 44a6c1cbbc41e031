package discordtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
)

// The limits of a message's components.
const (
	maxRows          = 5
	maxComponents    = 40   // with Components V2, nested ones counted
	maxDisplayedText = 4000 // with Components V2, over all text displays
)

// A layout checks the components of one message and remembers what must be
// unique or bounded in the message as a whole.
type layout struct {
	v2        bool
	customIDs map[string]bool
	ids       map[int]bool
	total     int
	text      int
	files     []attachment
	emojis    []emojiObject
}

// newLayout returns a layout of a message of an application's, or of a modal,
// that shows some files. Callers hold s.mu as long as they use it.
func newLayout(v2 bool, emojis []emojiObject, files []attachment) *layout {
	return &layout{v2: v2, customIDs: map[string]bool{}, ids: map[int]bool{}, files: files, emojis: emojis}
}

// Which components may stand where.
var (
	inLegacyMessage = []int{TypeActionRow}
	inV2Message     = []int{TypeActionRow, TypeSection, TypeTextDisplay, TypeMediaGallery, TypeFile, TypeSeparator, TypeContainer}
	inContainer     = []int{TypeActionRow, TypeSection, TypeTextDisplay, TypeMediaGallery, TypeFile, TypeSeparator}
	inRow           = []int{TypeButton, TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionable, TypeChannel}
	inSection       = []int{TypeTextDisplay}
	asAccessory     = []int{TypeButton, TypeThumbnail}
)

// messageComponents reads the components of a message.
func (l *layout) messageComponents(f field) []Component {
	allowed, most := inLegacyMessage, maxRows
	if l.v2 {
		allowed, most = inV2Message, maxComponents
	}
	out := l.each(f.list(0, most), allowed)
	if l.total > maxComponents {
		f.fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number of components of %d was exceeded", maxComponents)
	}
	if l.text > maxDisplayedText {
		f.fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The total displayable text size exceeds the maximum size of %d", maxDisplayedText)
	}
	if l.v2 {
		l.number(out)
	}
	return out
}

// each reads components that must be of the allowed types.
func (l *layout) each(fields []field, allowed []int) []Component {
	out := make([]Component, 0, len(fields))
	for _, f := range fields {
		out = append(out, l.component(f, allowed))
	}
	return out
}

// component reads one component with everything in it.
func (l *layout) component(f field, allowed []int) Component {
	l.total++
	if f.null() || !f.object() {
		f.required()
		return Component{}
	}
	kind := int(f.get("type").integer(0, 1<<31-1))
	if !f.get("type").required() {
		return Component{}
	}
	if !slices.Contains(allowed, kind) {
		f.fail("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (%s).", joinInts(allowed))
		return Component{}
	}
	c := Component{Type: kind, ID: l.id(f.get("id"))}
	l.fill(&c, f)
	return c
}

// fill reads the fields that a component's type has.
func (l *layout) fill(c *Component, f field) {
	switch c.Type {
	case TypeActionRow:
		c.Components = l.row(f.get("components"))
	case TypeButton:
		l.button(c, f)
	case TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionable, TypeChannel:
		l.menu(c, f)
	case TypeLabel:
		l.label(c, f)
	case TypeTextInput:
		l.textInput(c, f)
	case TypeFileUpload:
		l.fileUpload(c, f)
	case TypeRadioGroup:
		l.radioGroup(c, f)
	case TypeCheckboxGroup:
		l.checkboxGroup(c, f)
	case TypeCheckbox:
		l.checkbox(c, f)
	default:
		l.fillDisplay(c, f)
	}
}

// id reads a component's optional number; 0 means none.
func (l *layout) id(f field) int {
	id := int(f.integer(0, 1<<31-1))
	if id != 0 && l.ids[id] {
		f.fail("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	l.ids[id] = true
	return id
}

// number gives the components without an id the next free ones, as Discord does.
func (l *layout) number(components []Component) {
	next := 1
	var walk func(c *Component)
	walk = func(c *Component) {
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
		for _, inner := range []*Component{c.Accessory, c.Component} {
			if inner != nil {
				walk(inner)
			}
		}
	}
	for i := range components {
		walk(&components[i])
	}
}

// row reads an action row: 1 to 5 buttons, or exactly one menu.
func (l *layout) row(f field) []Component {
	f.required()
	fields := f.list(1, 5)
	out := l.each(fields, inRow)
	width := 0
	for i, c := range out {
		width++
		if c.Type != TypeButton && c.Type != 0 {
			width += 4
		}
		if width > 5 && i < 5 {
			fields[i].fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
	return out
}

// customID reads an id that no other component of the message may have.
func (l *layout) customID(f field) string {
	id := f.text(1, 100)
	if id != "" && l.customIDs[id] {
		f.fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.customIDs[id] = true
	return id
}

// Button styles that are not plain custom-id buttons.
const (
	styleLink    = 5
	stylePremium = 6
)

func (l *layout) button(c *Component, f field) {
	f.get("style").required()
	c.Style = f.get("style").oneOf(1, 2, 3, 4, styleLink, stylePremium)
	c.Label = f.get("label").words(0, 80)
	c.Emoji = l.emoji(f.get("emoji"))
	c.Disabled = f.get("disabled").boolean()
	switch c.Style {
	case styleLink:
		c.URL = requiredURL(f.get("url"), 512)
		forbid(f, "BUTTON_COMPONENT_LINK", "a link button", "custom_id", "sku_id")
	case stylePremium:
		f.get("sku_id").required()
		c.SKUID = f.get("sku_id").snowflake()
		forbid(f, "BUTTON_COMPONENT_PREMIUM", "a premium button", "custom_id", "url", "label", "emoji")
	default:
		f.get("custom_id").required()
		c.CustomID = l.customID(f.get("custom_id"))
		forbid(f, "BUTTON_COMPONENT_CUSTOM_ID", "a button with a custom id", "url", "sku_id")
	}
	// Not in the documentation; a button with neither would be unreadable.
	if c.Style != stylePremium && c.Label == "" && c.Emoji == nil {
		f.get("label").fail("BASE_TYPE_REQUIRED", "This field is required")
	}
}

// forbid notes fields that the component must not have. Empty ones are harmless
// only where no rule says that they must be something.
func forbid(f field, code, what string, names ...string) {
	neverEmpty := []string{"custom_id", "url", "sku_id"}
	for _, name := range names {
		if given := f.get(name); !given.null() && (slices.Contains(neverEmpty, name) || !given.blank()) {
			given.fail(code+"_INVALID_FIELD", "The '%s' field cannot be used on %s", name, what)
		}
	}
}

// emoji reads a partial emoji. The only custom ones are those of the
// application; its name and whether it moves are then what they are, whatever
// the bot says.
func (l *layout) emoji(f field) *Emoji {
	if !f.object() {
		return nil
	}
	e := &Emoji{Name: f.get("name").text(0, 32), Animated: f.get("animated").boolean()}
	if id := f.get("id"); !id.blank() {
		return l.customEmoji(id)
	}
	switch {
	case e.Name == "":
		f.get("name").fail("BASE_TYPE_REQUIRED", "This field is required")
	case !isEmoji(e.Name):
		f.get("name").fail("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	return e
}

// customEmoji reads the id of a custom emoji.
func (l *layout) customEmoji(f field) *Emoji {
	id := f.snowflake()
	for _, e := range l.emojis {
		if e.ID == id {
			return &Emoji{ID: id, Name: e.Name, Animated: e.Animated}
		}
	}
	f.fail("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	return nil
}

// component finds the component of a custom id, nil when there is none.
func findComponent(components []Component, customID string) *Component {
	for i := range components {
		c := &components[i]
		if c.CustomID == customID && customID != "" {
			return c
		}
		if c.Accessory != nil && c.Accessory.CustomID == customID && customID != "" {
			return c.Accessory
		}
		if found := findComponent(c.Components, customID); found != nil {
			return found
		}
	}
	return nil
}

// A mediaObject is a media item as the API sends it.
type mediaObject struct {
	ID       Snowflake `json:"id"`
	URL      string    `json:"url"`
	ProxyURL string    `json:"proxy_url"`
}

// mediaJSON returns the media item of an address; its id is the address's too.
func mediaJSON(url string) json.RawMessage {
	h := fnv.New64a()
	_, _ = h.Write([]byte(url)) // a hash takes everything
	raw, err := json.Marshal(mediaObject{strconv.FormatUint(h.Sum64()>>1, 10), url, url})
	if err != nil {
		panic(fmt.Sprintf("discordtest: a string that is not JSON: %v", err))
	}
	return raw
}
