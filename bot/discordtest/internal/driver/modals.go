package driver

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/object"
)

// Submit submits the modal of an answer. Values are given by custom id: one
// text for a text input or a radio group, any number of values for a menu or a
// checkbox group, "true" or "false" for a checkbox; in menus of users, roles
// and channels they are ids. An input that is not named keeps what the bot
// wrote or chose there. Files are for SubmitForm. Errors: ErrFailed,
// ErrNotThere, ErrBadValue.
func (c *Client) Submit(ctx context.Context, a *interaction.Answer, values map[string][]string) (*interaction.Answer, error) {
	all := make(map[string]any, len(values))
	for id, texts := range values {
		all[id] = texts
	}
	return c.SubmitForm(ctx, a, all)
}

// SubmitForm is Submit with values of other types than texts: those of an input
// are a string, []string, bool (a checkbox), File or []File (a file upload),
// *User, *Role or *Channel (a menu of them). An empty []string or []File leaves
// an input empty that the bot has filled in.
func (c *Client) SubmitForm(ctx context.Context, a *interaction.Answer, values map[string]any) (*interaction.Answer, error) {
	if a == nil || a.Modal == nil || a.Interaction.User != c.user || a.Interaction.Channel != c.channel {
		return nil, fmt.Errorf("%w: no modal", ErrNotThere)
	}
	it, err := c.prepareModal(a, values)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, it)
}

// prepareModal builds the interaction of a submitted modal.
func (c *Client) prepareModal(a *interaction.Answer, values map[string]any) (*interaction.Interaction, error) {
	inputs := a.Modal.Inputs()
	for _, id := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(inputs, func(i object.Component) bool { return i.CustomID == id }) {
			return nil, fmt.Errorf("%w: no input %q", ErrNotThere, id)
		}
	}
	c.world().Lock()
	defer c.world().Unlock()
	if !c.channel.Reads(c.user) {
		return nil, fmt.Errorf("%w: %s has left", ErrNotThere, c.user.Name)
	}
	filler := modalFiller{client: c, values: values}
	data := ModalData{CustomID: a.Modal.CustomID}
	for _, component := range a.Modal.Components {
		filled, err := filler.fill(component)
		if err != nil {
			return nil, err
		}
		data.Components = append(data.Components, filled)
	}
	data.Resolved = resolve(c, filler.named)
	from := a.Interaction
	return &interaction.Interaction{Type: interaction.TypeModal, App: from.App, Source: from.Source, Trigger: from, Owners: from.Owners, Data: data}, nil
}
