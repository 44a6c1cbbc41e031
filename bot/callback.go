package bot

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// callback sends the answer to an interaction and returns the id of the message
// that it made or updated, "" for none. It is tried again only after a rate limit,
// when nothing has happened for sure, and if ctx leaves the time: otherwise a second
// attempt could come after the first and be refused.
func (c *restClient) callback(ctx context.Context, i *discordgo.Interaction, r *discordgo.InteractionResponse) (message string, err error) {
	var answer struct {
		Resource struct {
			Message struct {
				ID string `json:"id"`
			} `json:"message"`
		} `json:"resource"`
	}
	url := discordgo.EndpointInteractionResponse(i.ID, i.Token) + "?with_response=true"
	for {
		err = c.do(ctx, http.MethodPost, url, withoutToken, onWire(r), &answer)
		wait, limited := rateLimit(err)
		if !limited || !leaves(ctx, wait+callTime) || sleep(ctx, wait) != nil {
			return answer.Resource.Message.ID, err
		}
	}
}

// callTime is how long a callback takes at most, as a rule.
const callTime = 200 * time.Millisecond

// leaves says whether a context has an end that leaves time to wait.
func leaves(ctx context.Context, wait time.Duration) bool {
	end, ends := ctx.Deadline()
	return ends && time.Until(end) > wait
}

// An edit is a whole new content of a Components V2 message. The library's own
// type for edits cannot set the flag.
type edit struct {
	Components      []discordgo.MessageComponent      `json:"components"`
	Flags           discordgo.MessageFlags            `json:"flags"`
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions"`
}

func newEdit(components []discordgo.MessageComponent) edit {
	return edit{
		Components:      components,
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
}

// edit changes the message at a spot, with the interaction's token while it
// lives, else with the bot's.
func (c *restClient) edit(ctx context.Context, at *spot, components []discordgo.MessageComponent) error {
	url, a := discordgo.EndpointChannelMessage(at.channel, at.message), withToken
	if at.hasToken(time.Now()) {
		url, a = discordgo.EndpointWebhookMessage(at.app, at.token, at.name()), withoutToken
	}
	return c.do(ctx, http.MethodPatch, url, a, newEdit(components), nil)
}
