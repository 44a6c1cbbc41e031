package web

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"noughts/bot/discordtest"
)

// manyTypists is the number of typing members at which the page stops naming them and says "Several people".
const manyTypists = 4

// typingWords names the other members who are typing in the channel. It returns "" if there are none.
func (v *view) typingWords() string {
	var names []string
	for _, u := range v.world.Typing(v.channel) {
		if u.ID != v.member.User.ID {
			names = append(names, u.Name())
		}
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return names[0] + " is typing…"
	case n < manyTypists:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " are typing…"
	}
	return "Several people are typing…"
}

func typing(_ context.Context, v *view, _ url.Values) (result, error) {
	err := v.client.StartTyping()
	if errors.Is(err, discordtest.ErrNotAllowed) { // no error is shown for typing: the member sees the refusal when sending the message
		return result{}, nil
	}
	return result{}, err
}
