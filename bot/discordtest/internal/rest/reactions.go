package rest

import (
	"slices"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

const reactionsPath = "/channels/{channel}/messages/{message}/reactions"

func reactionRoutes() map[string]methods {
	one := reactionsPath + "/{reaction}"
	message, target := (*request).ownMessage, (*request).reaction
	return map[string]methods{
		reactionsPath: {deletion: reacting(withObject(message, clearReactions))},
		one:           {get: read(withObject(target, listReaction)), deletion: reacting(withObject(target, clearReaction))},
		one + "/@me": {
			put: reacting(withObject(target, addReaction)), deletion: reacting(withObject(target, deleteOwnReaction)),
		},
		one + "/{user}": {deletion: reacting(withObject(target, deleteReaction))},
	}
}

// reacting returns a route that changes reactions. Such routes have a low rate limit.
func reacting(serve serving) route {
	return route{limit: 1, span: 250 * time.Millisecond, serve: serve}
}

// A reactionTarget is the message and the emoji that a request's path names.
type reactionTarget struct {
	*world.Message
	emoji object.Emoji
}

// reaction returns the message and the emoji that the request's path names. Callers hold the world's lock.
func (r *request) reaction() (reactionTarget, error) {
	m, err := r.ownMessage()
	if err != nil {
		return reactionTarget{}, err
	}
	e, known := m.Reactable(r.app.User, r.PathValue("reaction"))
	if !known {
		return reactionTarget{}, form.ErrUnknownEmoji()
	}
	return reactionTarget{m, e}, nil
}

func addReaction(r *request, to reactionTarget) (reply, error) {
	if err := to.MayReact(r.app.User, to.emoji); err != nil {
		return failed(err)
	}
	to.React(r.app.User, to.emoji)
	return noContent()
}

func deleteOwnReaction(r *request, of reactionTarget) (reply, error) {
	if of.Channel.Archived() {
		return failed(form.ErrArchived())
	}
	of.Unreact(r.app.User, of.emoji)
	return noContent()
}

// deleteReaction removes the reaction of the user that the path names.
func deleteReaction(r *request, of reactionTarget) (reply, error) {
	u := r.world.Users[r.PathValue("user")]
	if u == r.app.User {
		return deleteOwnReaction(r, of)
	}
	if err := r.mayClear(of.Message); err != nil {
		return failed(err)
	}
	if u == nil {
		return failed(form.ErrUnknownUser())
	}
	of.Unreact(u, of.emoji)
	return noContent()
}

// mayClear returns an error unless the bot may remove other users' reactions. Callers hold the world's lock.
func (r *request) mayClear(m *world.Message) error {
	switch c := m.Channel; {
	case c.Guild == nil:
		return form.ErrDirectMessage()
	case !c.Can(r.app.User, object.PermissionManageMessages):
		return form.ErrMissingPermissions()
	case c.Archived():
		return form.ErrArchived()
	}
	return nil
}

func clearReactions(r *request, m *world.Message) (reply, error) {
	if err := r.mayClear(m); err != nil {
		return failed(err)
	}
	m.ClearReactions()
	return noContent()
}

func clearReaction(r *request, of reactionTarget) (reply, error) {
	if err := r.mayClear(of.Message); err != nil {
		return failed(err)
	}
	of.ClearReaction(of.emoji)
	return noContent()
}

// listReaction answers with the users who reacted with an emoji, the oldest account first.
func listReaction(r *request, of reactionTarget) (reply, error) {
	q := r.query()
	limit, after := q.Get("limit").IntegerOr(25, 1, 100), q.Get("after").Snowflake()
	burst := q.Get("type").OneOf(0, 1) == 1
	if err := q.Form.Err(); err != nil {
		return failed(err)
	}
	users := []object.UserObject{}
	if burst {
		return ok(users)
	}
	for _, u := range of.Reactors(of.emoji) {
		if object.CompareIDs(u.ID, after) > 0 {
			users = append(users, u.Object())
		}
	}
	slices.SortFunc(users, func(a, b object.UserObject) int { return object.CompareIDs(a.ID, b.ID) })
	return ok(users[:min(limit, len(users))])
}
