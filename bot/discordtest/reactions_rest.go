package discordtest

import (
	"net/http"
	"slices"
	"time"
)

const reactionsPath = "/channels/{channel}/messages/{message}/reactions"

func reactionRoutes() map[string]methods {
	one := reactionsPath + "/{reaction}"
	message, target := (*request).ownMessage, (*request).reaction
	return map[string]methods{
		reactionsPath: {deletion: reacting(about(message, clearReactions))},
		one:           {get: read(about(target, listReaction)), deletion: reacting(about(target, clearReaction))},
		one + "/@me": {
			put: reacting(about(target, addReaction)), deletion: reacting(about(target, deleteOwnReaction)),
		},
		one + "/{user}": {deletion: reacting(about(target, deleteReaction))},
	}
}

// reacting is the limit of routes that change reactions, which is a narrow one.
func reacting(serve serving) route {
	return route{limit: 1, span: 250 * time.Millisecond, serve: serve}
}

func errTooManyReactions() *apiError {
	return refuse(http.StatusBadRequest, codeTooManyReactions, "Maximum number of reactions reached (20)")
}

// A reactionTarget is the message and the emoji of a path.
type reactionTarget struct {
	*message
	emoji Emoji
}

// reaction returns the message and the emoji of the path. Callers hold s.mu.
func (r *request) reaction() (reactionTarget, error) {
	m, err := r.ownMessage()
	if err != nil {
		return reactionTarget{}, err
	}
	e, known := m.reactable(r.app.User, r.PathValue("reaction"))
	if !known {
		return reactionTarget{}, errUnknownEmoji()
	}
	return reactionTarget{m, e}, nil
}

func addReaction(r *request, to reactionTarget) (reply, error) {
	if err := to.mayReact(r.app.User, to.emoji); err != nil {
		return failed(err)
	}
	r.world.later(to.react(r.app.User, to.emoji))
	return noContent()
}

func deleteOwnReaction(r *request, of reactionTarget) (reply, error) {
	if of.channel.archived() {
		return failed(errArchived())
	}
	r.world.later(of.unreact(r.app.User, of.emoji))
	return noContent()
}

// deleteReaction takes a reaction of anybody's away.
func deleteReaction(r *request, of reactionTarget) (reply, error) {
	u := r.world.users[r.PathValue("user")]
	if u == r.app.User {
		return deleteOwnReaction(r, of)
	}
	if err := r.mayClear(of.message); err != nil {
		return failed(err)
	}
	if u == nil {
		return failed(errUnknownUser())
	}
	r.world.later(of.unreact(u, of.emoji))
	return noContent()
}

// mayClear says whether the bot may take away what others have reacted.
// Callers hold s.mu.
func (r *request) mayClear(m *message) error {
	switch c := m.channel; {
	case c.Guild == nil:
		return errDirectMessage()
	case !c.can(r.app.User, PermissionManageMessages):
		return errMissingPermissions()
	case c.archived():
		return errArchived()
	}
	return nil
}

func clearReactions(r *request, m *message) (reply, error) {
	if err := r.mayClear(m); err != nil {
		return failed(err)
	}
	m.reactions = nil
	m.channel.changed(m.only)
	r.world.later(m.channel.telling("MESSAGE_REACTION_REMOVE_ALL", m.reactionEvent()))
	return noContent()
}

func clearReaction(r *request, of reactionTarget) (reply, error) {
	if err := r.mayClear(of.message); err != nil {
		return failed(err)
	}
	if i := of.reaction(of.emoji); i >= 0 {
		of.reactions = slices.Delete(slices.Clone(of.reactions), i, i+1)
		of.channel.changed(of.only)
		o, emoji := of.reactionEvent(), of.emoji.object()
		o.Emoji = &emoji
		r.world.later(of.channel.telling("MESSAGE_REACTION_REMOVE_EMOJI", o))
	}
	return noContent()
}

// listReaction answers with those who have reacted so, the oldest account first.
func listReaction(r *request, of reactionTarget) (reply, error) {
	q := r.query()
	limit, after := 25, q.get("after").snowflake()
	if l := q.get("limit"); l.there {
		limit = int(l.integer(1, 100))
	}
	burst := q.get("type").oneOf(0, 1) == 1
	if err := q.form.err(); err != nil {
		return failed(err)
	}
	users := []UserObject{}
	i := of.reaction(of.emoji)
	if i < 0 || burst {
		return ok(users)
	}
	for _, u := range of.reactions[i].users {
		if compareIDs(u.ID, after) > 0 {
			users = append(users, u.object())
		}
	}
	slices.SortFunc(users, func(a, b UserObject) int { return compareIDs(a.ID, b.ID) })
	return ok(users[:min(limit, len(users))])
}
