package bot

import (
	"encoding/json"
	"errors"

	"github.com/bwmarrin/discordgo"
)

// errNoInteraction is returned for an event that cannot even be answered.
var errNoInteraction = errors.New("an interaction without id, token or data")

// readInteraction returns the interaction of an INTERACTION_CREATE event. The
// library calls handlers with an empty one when there is something in it that it
// does not know, such as a new type of component in the message; what the bot
// needs can be read all the same. Errors: errNoInteraction.
func readInteraction(e *discordgo.Event) (*discordgo.Interaction, error) {
	if created, ok := e.Struct.(*discordgo.InteractionCreate); ok && usable(created.Interaction) {
		return created.Interaction, nil
	}
	return readInteractionLoosely(e.RawData)
}

// readInteractionLoosely decodes an interaction of which only the message's id
// is believed.
func readInteractionLoosely(raw []byte) (*discordgo.Interaction, error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return nil, errNoInteraction
	}
	if message, ok := fields["message"]; ok {
		fields["message"] = bareMessage(message)
	}
	content, err := json.Marshal(fields)
	if err != nil {
		return nil, errNoInteraction
	}
	var i discordgo.Interaction
	if json.Unmarshal(content, &i) != nil || !usable(&i) {
		return nil, errNoInteraction
	}
	return &i, nil
}

// bareMessage keeps of a message what the bot reads.
func bareMessage(raw []byte) json.RawMessage {
	var message struct {
		ID        string `json:"id"`
		ChannelID string `json:"channel_id"`
		Flags     int    `json:"flags"`
	}
	if json.Unmarshal(raw, &message) != nil {
		return json.RawMessage("null")
	}
	bare, err := json.Marshal(message)
	if err != nil {
		return json.RawMessage("null")
	}
	return bare
}

// usable says whether an interaction can be handled and answered: data is of the
// kind that its type promises, and somebody sent it.
func usable(i *discordgo.Interaction) bool {
	if i == nil || i.ID == "" || i.Token == "" || i.Member == nil && i.User == nil {
		return false
	}
	if i.Member != nil && i.Member.User == nil {
		return false
	}
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		return i.Type == discordgo.InteractionApplicationCommand ||
			i.Type == discordgo.InteractionApplicationCommandAutocomplete
	case discordgo.MessageComponentInteractionData:
		return i.Type == discordgo.InteractionMessageComponent && data.CustomID != ""
	case discordgo.ModalSubmitInteractionData:
		return i.Type == discordgo.InteractionModalSubmit
	}
	return false
}

// laneOf returns what an interaction must keep order with: its match, which its
// custom id names ("/m/<match>/<version>/<action>"), or else nothing but itself.
func laneOf(i *discordgo.Interaction) string {
	if id, _ := pressedOn(i); id != "" {
		return "match " + string(id)
	}
	return "interaction " + i.ID
}
