package rest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
)

// callTime is how long a callback usually takes at most.
const callTime = 200 * time.Millisecond

// Callback sends the first answer to an interaction and returns the id of the message that it
// creates, "" if there is none: an updated message came with the interaction. It retries only after
// a rate limit, when Discord surely did nothing, and only if ctx leaves the time; another retry
// might arrive second and be refused. Errors: *Error, ctx's, network errors. After the last two it
// is unknown whether Discord has the answer.
func (c *Client) Callback(ctx context.Context, interactionID, token string, r *discordgo.InteractionResponse) (message string, err error) {
	body, err := EncodeResponse(r)
	if err != nil {
		return "", err
	}
	var made struct {
		Resource struct {
			Message messageID `json:"message"`
		} `json:"resource"`
	}
	var answer any
	endpoint := discordgo.EndpointInteractionResponse(segment(interactionID), segment(token))
	switch r.Type {
	case discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseDeferredChannelMessageWithSource:
		answer = &made
		endpoint += "?with_response=true" // Discord sends the whole message back
	}
	for {
		err = c.do(ctx, http.MethodPost, endpoint, withoutToken, body, answer)
		var refused *Error
		if !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
			return made.Resource.Message.ID, err
		}
		end, ends := ctx.Deadline()
		if !ends || time.Until(end) <= refused.RetryAfter+callTime || backoff.Sleep(ctx, refused.RetryAfter) != nil {
			return "", err
		}
	}
}
