package validate

import (
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// AllowedMentions says which mentions of a message notify.
type AllowedMentions struct {
	Parse []string // of "users", "roles", "everyone"
	users []object.Snowflake
	Roles []object.Snowflake
}

// DefaultMentions are those of a request that does not say: interactions and
// webhooks notify users only, plain messages everything.
func DefaultMentions(interaction bool) AllowedMentions {
	if interaction {
		return AllowedMentions{Parse: []string{"users"}}
	}
	return AllowedMentions{Parse: []string{"users", "roles", "everyone"}}
}

// readMentions reads allowed_mentions.
func readMentions(f form.Field, interaction bool) AllowedMentions {
	if !f.Object() {
		return DefaultMentions(interaction)
	}
	a := AllowedMentions{users: Ids(f.Get("users")), Roles: Ids(f.Get("roles"))}
	for _, list := range []string{"parse", "users", "roles"} {
		CheckDistinct(f.Get(list))
	}
	for _, p := range f.Get("parse").List(0, 3) {
		kind := p.Text(0, 100)
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			p.Fail("BASE_TYPE_CHOICES", "Value must be one of {'users', 'everyone', 'roles'}.")
		}
		a.Parse = append(a.Parse, kind)
	}
	f.Get("replied_user").Boolean()
	a.refuseBoth(f, "users", a.users)
	a.refuseBoth(f, "roles", a.Roles)
	return a
}

// refuseBoth notes it when a kind is both parsed and listed.
func (a AllowedMentions) refuseBoth(f form.Field, kind string, listed []object.Snowflake) {
	if len(listed) > 0 && slices.Contains(a.Parse, kind) {
		f.Fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", kind, kind)
	}
}

// Ids reads up to 100 ids.
func Ids(f form.Field) []object.Snowflake {
	var out []object.Snowflake
	for _, x := range f.List(0, 100) {
		out = append(out, x.Snowflake())
	}
	return out
}

// Notifies says whether a mention of the user notifies.
func (a AllowedMentions) Notifies(id object.Snowflake) bool {
	return slices.Contains(a.Parse, "users") || slices.Contains(a.users, id)
}
