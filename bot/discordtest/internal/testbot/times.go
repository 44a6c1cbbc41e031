package testbot

import (
	"fmt"
	"regexp"
)

var (
	anyTime     = regexp.MustCompile(`"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][^"]*"`)
	discordTime = regexp.MustCompile(`^"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?\+00:00"$`)
)

// wrongTime returns an error if JSON from the server contains a time that is not in Discord's format. All bots of this
// package except rawBot call it with everything that they receive.
func wrongTime(sent []byte) error {
	for _, found := range anyTime.FindAll(sent, -1) {
		if !discordTime.Match(found) {
			return fmt.Errorf("the time %s is not as Discord sends it, in %s", found, sent)
		}
	}
	return nil
}
