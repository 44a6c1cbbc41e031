package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"
)

// A carrier takes the first answer to an interaction to Discord: as a callback,
// or in the answer to the request that brought the interaction. Errors:
// *apiError, errGone, ctx's, and the network's; then nobody knows whether the
// member has seen the answer.
type carrier interface {
	carry(ctx context.Context, i *discordgo.Interaction, r *discordgo.InteractionResponse) (sent, error)
}

// sent says what is known of an answer that is on its way.
type sent struct {
	message   string // the message it made or updated, "" when Discord does not say
	followUp  bool   // that is not the one which the interaction's token calls @original
	confirmed bool   // Discord has said that it has the answer
}

// byCallback carries answers as callbacks, which Discord confirms.
type byCallback struct{ rest *restClient }

func (c byCallback) carry(ctx context.Context, i *discordgo.Interaction, r *discordgo.InteractionResponse) (sent, error) {
	message, err := c.rest.callback(ctx, i, r)
	return sent{message: message, confirmed: err == nil}, err
}

// choices is the answer to an autocompletion. The library's own leaves out an
// empty list, which Discord requires.
type choices struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data struct {
		Choices []*discordgo.ApplicationCommandOptionChoice `json:"choices"`
	} `json:"data"`
}

// onWire returns an answer as it is to be encoded, whichever way it goes.
func onWire(r *discordgo.InteractionResponse) any {
	if r.Type != discordgo.InteractionApplicationCommandAutocompleteResult {
		return r
	}
	c := choices{Type: r.Type}
	c.Data.Choices = []*discordgo.ApplicationCommandOptionChoice{}
	if r.Data != nil {
		c.Data.Choices = append(c.Data.Choices, r.Data.Choices...)
	}
	return c
}
