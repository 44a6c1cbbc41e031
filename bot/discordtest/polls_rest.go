package discordtest

import (
	"net/http"
	"slices"
	"strconv"
	"time"
)

func pollRoutes() map[string]methods {
	message := (*request).ownMessage
	return map[string]methods{
		"/channels/{channel}/polls/{message}/answers/{answer}": {get: read(about(message, listVoters))},
		"/channels/{channel}/polls/{message}/expire":           {post: write(about(message, endPoll))},
	}
}

// listVoters answers with those who have voted for an answer, the oldest
// account first.
func listVoters(r *request, m *message) (reply, error) {
	page, err := readPage(r, 25, 100)
	if err != nil {
		return failed(err)
	}
	answer, err := strconv.Atoi(r.PathValue("answer"))
	if err != nil || m.Poll == nil || answer < 1 || answer > len(m.Poll.Answers) {
		f := form{failed: true}
		f.root.add([]string{"answer_id"}, formError{"BASE_TYPE_CHOICES", "There is no such answer."})
		return failed(f.err())
	}
	users := []UserObject{}
	for _, v := range m.votes {
		if v.answer == answer && page.holds(v.user.ID) {
			users = append(users, v.user.object())
		}
	}
	slices.SortFunc(users, func(a, b UserObject) int { return compareIDs(a.ID, b.ID) })
	return ok(map[string][]UserObject{"users": users[:min(page.limit, len(users))]})
}

// endPoll ends a poll of the bot's own before its time.
func endPoll(r *request, m *message) (reply, error) {
	switch {
	case m.Poll == nil:
		return failed(refuse(http.StatusBadRequest, codeNoPoll, "Cannot expire a non-poll message"))
	case m.app != r.app || m.hook != nil:
		return failed(refuse(http.StatusForbidden, codeNotOwnMessage, "Cannot edit a message authored by another user"))
	case m.pollEnded():
		return failed(refuse(http.StatusBadRequest, codePollExpired, "Poll expired"))
	}
	ended := *m.Poll
	ended.Expiry = time.Now().UTC().Truncate(time.Microsecond)
	m.Poll = &ended
	m.finishPoll()
	return ok(r.shown(m))
}
