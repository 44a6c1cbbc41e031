package form

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// AllowedMentions says which mentions in a message send a notification.
type AllowedMentions struct {
	parse []string // "users", "roles" or "everyone": all mentions of that kind notify
	users []object.Snowflake
	roles []object.Snowflake
}

// DefaultMentions returns the rules for a request without allowed_mentions: a message of an interaction or webhook
// notifies only the mentioned users, any other everybody that it mentions.
func DefaultMentions(interaction bool) AllowedMentions {
	if interaction {
		return AllowedMentions{parse: []string{"users"}}
	}
	return AllowedMentions{parse: []string{"users", "roles", "everyone"}}
}

func readMentions(f Field, interaction bool) AllowedMentions {
	if !f.Object() {
		return DefaultMentions(interaction)
	}
	a := AllowedMentions{users: IDs(f.Get("users")), roles: IDs(f.Get("roles"))}
	for _, list := range []string{"parse", "users", "roles"} {
		CheckDistinct(f.Get(list))
	}
	for _, p := range f.Get("parse").List(0, 3) {
		kind := p.Text(0, 100)
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			p.Fail("BASE_TYPE_CHOICES", "Value must be one of {'users', 'everyone', 'roles'}.")
		}
		a.parse = append(a.parse, kind)
	}
	f.Get("replied_user").Boolean()
	a.refuseBoth(f, "users", a.users)
	a.refuseBoth(f, "roles", a.roles)
	return a
}

// refuseBoth adds an error if a request allows all mentions of a kind and also lists ids of that kind.
func (a AllowedMentions) refuseBoth(f Field, kind string, listed []object.Snowflake) {
	if len(listed) > 0 && slices.Contains(a.parse, kind) {
		f.Fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", kind, kind)
	}
}

// Notifies reports whether a mention of the user notifies.
func (a AllowedMentions) Notifies(id object.Snowflake) bool {
	return slices.Contains(a.parse, "users") || slices.Contains(a.users, id)
}

// NotifiesRole reports whether a mention of the role notifies.
func (a AllowedMentions) NotifiesRole(id object.Snowflake) bool {
	return slices.Contains(a.parse, "roles") || slices.Contains(a.roles, id)
}

// NotifiesEveryone reports whether @everyone and @here notify.
func (a AllowedMentions) NotifiesEveryone() bool { return slices.Contains(a.parse, "everyone") }

// IDs reads up to 100 ids.
func IDs(f Field) []object.Snowflake {
	var out []object.Snowflake
	for _, x := range f.List(0, 100) {
		out = append(out, x.Snowflake())
	}
	return out
}
