package form

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest/object"
)

// The limits of a command. Characters are code points.
const (
	maxName        = 32
	maxDescription = 100
	maxOptions     = 25
	maxChoices     = 25
	maxCommandSize = 8000
)

// The maximum numbers of an application's commands. They apply to each guild, and separately to the global commands.
const (
	maxChatInput   = 100
	maxContextMenu = 15  // for user commands
	maxBulk        = 130 // all commands of one bulk overwrite
)

// namePattern is the pattern for names of slash commands and options. Discord's documentation
// writes the scripts as sc=Deva and sc=Thai.
var namePattern = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// Locales are the locales of Discord's clients.
var Locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// ReadCommands reads the body of a bulk overwrite of a guild's commands, or of the global ones for "".
func ReadCommands(f Field, guild object.Snowflake) []object.Command {
	out := []object.Command{}
	if !f.Required() {
		return out
	}
	for _, x := range f.List(0, maxBulk) {
		c := readCommand(x, guild)
		if IndexOfCommand(out, c) >= 0 {
			x.Fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		out = append(out, c)
	}
	return out
}

// CheckCommandCounts returns an error if a scope has too many commands of one type.
func CheckCommandCounts(commands []object.Command) error {
	counts := map[int]int{}
	for _, c := range commands {
		counts[c.Type]++
	}
	if counts[object.CommandChatInput] > maxChatInput || counts[object.CommandUser] > maxContextMenu ||
		counts[object.CommandEntry] > 1 {
		return Refuse(http.StatusBadRequest, 30032, "Maximum number of application commands reached (100)")
	}
	return nil
}

// IndexOfCommand returns the index of the command with the same name and type as c, or -1.
func IndexOfCommand(commands []object.Command, c object.Command) int {
	return slices.IndexFunc(commands, func(x object.Command) bool { return x.Name == c.Name && x.Type == c.Type })
}

func readCommand(f Field, guild object.Snowflake) object.Command {
	c := object.Command{GuildID: guild, Type: object.CommandChatInput}
	if !f.Object() {
		f.Required()
		return c
	}
	if t := f.Get("type"); !t.Null() {
		types := []int{object.CommandChatInput, object.CommandUser, object.CommandEntry}
		if guild != "" {
			types = types[:2]
		}
		c.Type = t.OneOf(types...)
	}
	if h := f.Get("handler"); c.Type == object.CommandEntry && !h.Null() {
		c.Handler = h.OneOf(1, 2)
	}
	readCommandNames(&c, f)
	readCommandOptions(&c, f)
	readCommandRules(&c, f)
	// The size is that of each text in the longest localization.
	texts := longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations)
	if texts+optionsSize(c.Options) > maxCommandSize {
		f.Fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandSize)
	}
	return c
}

func readCommandNames(c *object.Command, f Field) {
	pattern := namePattern
	if c.Type != object.CommandChatInput {
		pattern = nil
	}
	f.Get("name").Required()
	c.Name = readName(f.Get("name"), pattern)
	c.NameLocalizations = dropDefaults(localizations(f.Get("name_localizations"), maxName, pattern), c.Name)
	if c.Type != object.CommandChatInput {
		for _, name := range []string{"description", "description_localizations"} {
			if d := f.Get(name); !d.Blank() && (d.Members() == nil || len(d.Members()) > 0) {
				d.Fail("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_SET", "Context menu commands cannot have description")
			}
		}
		return
	}
	f.Get("description").Required()
	c.Description = f.Get("description").Text(1, maxDescription)
	c.DescriptionLocalizations = dropDefaults(localizations(f.Get("description_localizations"), maxDescription, nil), c.Description)
}

// readName reads a name. With a pattern, the rules for slash commands apply: it must match, in lower case.
func readName(f Field, pattern *regexp.Regexp) string {
	s := f.Text(1, maxName)
	if s == "" || pattern == nil {
		return s
	}
	if n := utf8.RuneCountInString(s); n <= maxName && !validName(pattern, s) {
		f.Fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
	return s
}

func validName(pattern *regexp.Regexp, s string) bool {
	return pattern.MatchString(s) && strings.ToLower(s) == s
}

// localizations reads texts by locale. With a pattern they are names.
func localizations(f Field, longest int, pattern *regexp.Regexp) map[string]string {
	if !f.Object() {
		return nil
	}
	out := map[string]string{}
	for locale := range f.Members() {
		x := f.Get(locale)
		if !slices.Contains(Locales, locale) {
			x.Fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Join(Locales, ", "))
			continue
		}
		x.Required()
		if out[locale] = x.Text(1, longest); pattern != nil && out[locale] != "" && !validName(pattern, out[locale]) {
			x.Fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	return out
}

// dropDefaults removes localizations that equal the default text, as Discord does, unless members would then see that
// of the fallback locale. It returns nil if none are left.
func dropDefaults(m map[string]string, text string) map[string]string {
	kept := maps.Clone(m)
	for locale, s := range m {
		if standIn, there := m[object.LocaleFallbacks[locale]]; s == text && (!there || standIn == text) {
			delete(kept, locale)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}

func readCommandRules(c *object.Command, f Field) {
	c.NSFW = f.Get("nsfw").Boolean()
	if p := f.Get("default_member_permissions"); !p.Null() {
		p.Integer(0, 1<<53-1)
		c.DefaultMemberPermissions = new(p.Digits())
	}
	c.IntegrationTypes = intList(f.Get("integration_types"), 0, 1)
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0, 1}
	}
	c.Contexts = intList(f.Get("contexts"), object.ContextGuild, object.ContextBotDM, object.ContextPrivate)
	c.DMPermission = new(f.Get("dm_permission").BooleanOr(true))
	if !*c.DMPermission && c.Contexts == nil {
		c.Contexts = []int{object.ContextGuild}
	}
	if c.GuildID != "" { // contexts and integration types exist for global commands only
		c.IntegrationTypes, c.Contexts, c.DMPermission = []int{0}, nil, nil
	}
}

func intList(f Field, allowed ...int) []int {
	var out []int
	CheckDistinct(f)
	for _, x := range f.List(1, len(allowed)) {
		out = append(out, x.OneOf(allowed...))
	}
	return out
}

func optionsSize(options []object.CommandOption) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations)
			if s, ok := c.Value.(string); ok {
				n += utf8.RuneCountInString(s)
			}
		}
		n += optionsSize(o.Options)
	}
	return n
}

func longest(s string, localized map[string]string) int {
	n := utf8.RuneCountInString(s)
	for _, other := range localized {
		n = max(n, utf8.RuneCountInString(other))
	}
	return n
}
