package driver

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/object"
)

// Submit submits the modal of an answer. The keys of `values` are the custom ids of inputs, the values are the texts
// for them. An input that `values` does not name keeps the bot's default.
func (c *Client) Submit(ctx context.Context, a *interaction.Answer, values map[string][]string) (*interaction.Answer, error) {
	all := make(map[string]any, len(values))
	for id, texts := range values {
		all[id] = texts
	}
	return c.SubmitForm(ctx, a, all)
}

// SubmitForm is like Submit, but accepts more types of values, such as bools, users and files: see modalFiller.
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
	data.Resolved = c.resolve(filler.named)
	from := a.Interaction
	return &interaction.Interaction{Type: interaction.TypeModal, App: from.App, Source: from.Source, Trigger: from, Owners: from.Owners, Data: data}, nil
}
