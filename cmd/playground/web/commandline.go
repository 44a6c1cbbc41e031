package web

import (
	"context"
	"errors"
	"net/http"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/commandline"
)

// maxLine bounds the length of a line that is completed, in bytes.
const maxLine = 8000

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	text := r.URL.Query().Get("line")
	if len(text) > maxLine {
		s.refuse(w, errTooLarge)
		return
	}
	if !commandline.IsCommand(text) {
		writeJSON(w, http.StatusOK, v.completeText(text))
		return
	}
	c, err := v.lines().Complete(r.Context(), text)
	if errors.Is(err, discordtest.ErrFailed) {
		err = Refusal("Loading options failed")
	}
	if err != nil {
		s.refuse(w, err)
		return
	}
	writeJSON(w, http.StatusOK, c)
}

// lines returns a reader for what the member types.
func (v *view) lines() commandline.Reader {
	var slash []discordtest.Command
	for _, c := range v.client.Commands() {
		if c.Type == slashCommand {
			slash = append(slash, c)
		}
	}
	return commandline.Reader{Commands: commandline.Commands(slash, v.locale), Locale: v.locale, Channel: v}
}

// Choices requests the choices of an autocompleted option from the bot.
func (v *view) Choices(ctx context.Context, command, option, text string, values map[string]any) ([]discordtest.Choice, error) {
	return v.client.Complete(ctx, command, option, text, values)
}

// WhyNoCommands explains why the member has no commands in this channel: the app does not work
// here, or the bot has not registered any commands yet.
func (v *view) WhyNoCommands() string {
	for _, m := range people(v.world) {
		for _, c := range v.world.Channels(m) {
			if len(v.world.Client(m, c).Commands()) > 0 {
				return "No app has commands for you here."
			}
		}
	}
	return "The bot is still joining; try again in a moment."
}
