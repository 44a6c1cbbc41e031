package rest

import (
	"net/http"
	"slices"
	"strconv"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func pollRoutes() map[string]methods {
	message := (*request).ownMessage
	return map[string]methods{
		"/channels/{channel}/polls/{message}/answers/{answer}": {get: read(withObject(message, listVoters))},
		"/channels/{channel}/polls/{message}/expire":           {post: write(withObject(message, endPoll))},
	}
}

// listVoters answers with the users who voted for one of a poll's answers, the oldest account first.
func listVoters(r *request, m *world.Message) (reply, error) {
	page, err := readPage(r, 25, 100)
	if err != nil {
		return failed(err)
	}
	answer, err := strconv.Atoi(r.PathValue("answer"))
	if err != nil || m.Poll == nil || answer < 1 || answer > len(m.Poll.Answers) {
		return failed(form.Invalid("answer_id", "BASE_TYPE_CHOICES", "There is no such answer."))
	}
	users := []object.UserObject{}
	for _, u := range m.Voters(answer) {
		if page.Holds(u.ID) {
			users = append(users, u.Object())
		}
	}
	slices.SortFunc(users, func(a, b object.UserObject) int { return object.CompareIDs(a.ID, b.ID) })
	return ok(map[string][]object.UserObject{"users": users[:min(page.Limit, len(users))]})
}

// endPoll ends a poll of the bot's own before it expires.
func endPoll(r *request, m *world.Message) (reply, error) {
	switch {
	case m.Poll == nil:
		return failed(form.Refuse(http.StatusBadRequest, form.CodeNoPoll, "Cannot expire a non-poll message"))
	case m.App != r.app || m.Hook != nil:
		return failed(form.ErrNotOwnMessage())
	case m.PollEnded():
		return failed(form.Refuse(http.StatusBadRequest, form.CodePollExpired, "Poll expired"))
	}
	m.EndPoll()
	return ok(r.shown(m))
}
