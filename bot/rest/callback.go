package rest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
)

// callTime is the time that Callback allows for the retry itself. Callbacks usually take less.
const callTime = 200 * time.Millisecond

// Callback sends the first answer to an interaction. It returns the id of the message that the answer creates, or "" if
// it creates none. (If the answer updates a message, the caller knows the id from the interaction.) Callback retries
// only after a rate limit, because Discord has then done nothing, and only if ctx ends late enough for the pause and
// the retry. After other failures a retry could arrive as a second answer and be refused. Errors: *Error, and those of
// ctx and of the network. After an error of ctx or of the network it is unknown whether Discord has the answer.
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
		endpoint += "?with_response=true" // Discord then returns the whole message
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
