package discordtest

import (
	"fmt"
	"slices"
)

// Vote votes for answers of a poll, by their ids, in place of what the user has
// voted for before; without answers it takes the vote back. Errors: ErrNotThere
// without such a poll or answer, ErrBadValue for several answers where one
// counts, ErrNotAllowed when the poll has ended, ErrNotVisible.
func (c *Client) Vote(message Snowflake, answers ...int) error {
	tell := func() {}
	defer func() { tell() }()
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(message)
	switch {
	case err != nil:
		return err
	case m.Poll == nil:
		return fmt.Errorf("%w: no poll", ErrNotThere)
	case m.pollEnded():
		return fmt.Errorf("%w: the poll has ended", ErrNotAllowed)
	case len(answers) > 1 && !m.Poll.AllowMultiselect:
		return fmt.Errorf("%w: %d answers, and one counts", ErrBadValue, len(answers))
	}
	for _, a := range answers {
		if !slices.ContainsFunc(m.Poll.Answers, func(x PollAnswer) bool { return x.ID == a }) {
			return fmt.Errorf("%w: no answer %d", ErrNotThere, a)
		}
	}
	tell = m.vote(c.user, answers)
	return nil
}
