package discordtest

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The limits of a command. Characters are code points.
const (
	maxName        = 32
	maxDescription = 100
	maxOptions     = 25
	maxChoices     = 25
	maxCommandSize = 8000
)

// namePattern is the one of slash commands and options. Go's script tables
// stand for the documentation's sc=Deva and sc=Thai.
var namePattern = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales are those that Discord's clients can be set to.
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// readCommands reads the body of a bulk overwrite.
func readCommands(f field, guild Snowflake) []Command {
	out := []Command{}
	if !f.required() {
		return out
	}
	for _, x := range f.list(0, maxBulk) {
		c := readCommand(x, guild)
		if indexOfCommand(out, c) >= 0 {
			x.fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		out = append(out, c)
	}
	return out
}

// readCommand reads a whole command.
func readCommand(f field, guild Snowflake) Command {
	c := Command{GuildID: guild, Type: commandChatInput}
	if !f.object() {
		f.required()
		return c
	}
	if t := f.get("type"); !t.null() {
		c.Type = t.oneOf(commandChatInput, commandUser, commandMessage)
	}
	f.check(unusedOfCommands)
	c.readNames(f)
	c.readOptions(f)
	c.readRules(f)
	if size := c.size(); size > maxCommandSize {
		f.fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandSize)
	}
	return c
}

// patchedCommand reads a command as an old one with what the body changes.
func patchedCommand(f field, old Command) Command {
	if !f.object() {
		f.required()
		return old
	}
	whole := toMap(old)
	for name, v := range f.members() {
		whole[name] = v
	}
	whole["type"] = f.get("type").orNumber(old.Type)
	f.value = whole
	return readCommand(f, old.GuildID)
}

// readNames reads what the command is called.
func (c *Command) readNames(f field) {
	pattern := namePattern
	if c.Type != commandChatInput {
		pattern = nil
	}
	f.get("name").required()
	c.Name = f.get("name").name(pattern)
	c.NameLocalizations = dropDefaults(localizations(f.get("name_localizations"), maxName, pattern), c.Name)
	if c.Type != commandChatInput {
		for _, name := range []string{"description", "description_localizations"} {
			if d := f.get(name); !d.blank() && !emptyObject(d) {
				d.fail("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_SET", "Context menu commands cannot have description")
			}
		}
		return
	}
	f.get("description").required()
	c.Description = f.get("description").text(1, maxDescription)
	c.DescriptionLocalizations = dropDefaults(localizations(f.get("description_localizations"), maxDescription, nil), c.Description)
}

func emptyObject(f field) bool {
	return f.members() != nil && len(f.members()) == 0
}

// name reads a name of 1 to 32 characters; a pattern means the rules of slash
// commands: lower case where there is one.
func (f field) name(pattern *regexp.Regexp) string {
	s := f.text(1, maxName)
	if s == "" || pattern == nil {
		return s
	}
	if n := utf8.RuneCountInString(s); n <= maxName && !validName(pattern, s) {
		f.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
	return s
}

func validName(pattern *regexp.Regexp, s string) bool {
	return pattern.MatchString(s) && strings.ToLower(s) == s
}

// localizations reads texts by locale; a pattern means those of slash command names.
func localizations(f field, longest int, pattern *regexp.Regexp) map[string]string {
	if !f.object() {
		return nil
	}
	out := map[string]string{}
	for locale := range f.members() {
		x := f.get(locale)
		if !slices.Contains(locales, locale) {
			x.fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Join(locales, ", "))
			continue
		}
		x.required()
		if out[locale] = x.text(1, longest); pattern != nil && out[locale] != "" && !validName(pattern, out[locale]) {
			x.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	return out
}

// dropDefaults drops localisations that say nothing new, as Discord does: those that are
// the text itself, unless the locale would be shown another's without them. None left
// are nil.
func dropDefaults(m map[string]string, text string) map[string]string {
	kept := maps.Clone(m)
	for locale, s := range m {
		if standIn, there := m[localeFallbacks[locale]]; s == text && (!there || standIn == text) {
			delete(kept, locale)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// readRules reads who may use the command and where.
func (c *Command) readRules(f field) {
	c.NSFW = f.get("nsfw").boolean()
	if p := f.get("default_member_permissions"); !p.null() {
		p.integer(0, maxPermissions)
		bits := p.digits()
		c.DefaultMemberPermissions = &bits
	}
	c.readPlaces(f)
	if c.GuildID != "" { // contexts and integration types are for global commands only
		c.IntegrationTypes, c.Contexts, c.DMPermission = []int{0}, nil, nil
	}
}

// readPlaces reads where the command may be installed and used.
func (c *Command) readPlaces(f field) {
	c.IntegrationTypes = intList(f.get("integration_types"), 0, 1)
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0, 1}
	}
	c.Contexts = intList(f.get("contexts"), contextGuild, contextBotDM, contextPrivate)
	c.DMPermission = new(true)
	if d := f.get("dm_permission"); !d.null() {
		*c.DMPermission = d.boolean()
	}
	if !*c.DMPermission && c.Contexts == nil {
		c.Contexts = []int{contextGuild}
	}
}

// intList reads distinct whole numbers out of a few.
func intList(f field, allowed ...int) []int {
	var out []int
	f.distinct()
	for _, x := range f.list(1, len(allowed)) {
		out = append(out, x.oneOf(allowed...))
	}
	return out
}

// size counts the characters of names, descriptions and values, with the
// longest localisation of each.
func (c *Command) size() int {
	n := longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations)
	return n + optionsSize(c.Options)
}

func optionsSize(options []CommandOption) int {
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
