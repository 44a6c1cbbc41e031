package web

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest"
)

const longestMessage = 2000

func (v *view) say(text string) (result, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	switch n := utf8.RuneCountInString(strings.TrimSpace(text)); {
	case n > longestMessage:
		return result{}, Refusal(fmt.Sprintf("That is too long: messages have at most %d characters, and this one has %d.", longestMessage, n))
	case n == 0:
		return result{}, Refusal("Nothing to send.")
	}
	_, err := v.client.Say(text)
	if errors.Is(err, discordtest.ErrNotAllowed) {
		return result{}, Refusal("You do not have permission to send that in this channel.")
	}
	return result{}, err
}
