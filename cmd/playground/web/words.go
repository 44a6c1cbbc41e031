package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// A Refusal is an error for people, a whole sentence that explains why an action is impossible.
type Refusal string

func (r Refusal) Error() string { return string(r) }

const (
	errTooLarge Refusal = "That is too long."
	errBadForm  Refusal = "The browser sent an invalid form."
	errNoForm   Refusal = "That form is no longer open."
	errNoSwitch Refusal = "That switch doesn't exist."
	errNobody   Refusal = "Nobody here has that name."
)

var explanations = []struct {
	err      error
	status   int
	sentence string
}{
	{discordtest.ErrFailed, http.StatusBadGateway, "This interaction failed"},
	{discordtest.ErrNotVisible, http.StatusNotFound, "That message is no longer here."},
	{discordtest.ErrNotThere, http.StatusNotFound, "That is no longer here."},
	{discordtest.ErrDisabled, http.StatusConflict, "That is disabled."},
	{discordtest.ErrNotAllowed, http.StatusForbidden, "You can't do that here."},
	{discordtest.ErrNotConnected, http.StatusConflict, "The bot is not connected."},
	{context.Canceled, http.StatusRequestTimeout, "The browser disconnected."},
	{context.DeadlineExceeded, http.StatusGatewayTimeout, "That took too long."},
}

var statuses = map[Refusal]int{
	errTooLarge: http.StatusRequestEntityTooLarge,
	errBadForm:  http.StatusBadRequest, errNoForm: http.StatusNotFound, errNoSwitch: http.StatusNotFound,
}

// unknown is the sentence for unexpected errors. The log has the error itself.
const unknown = "Something went wrong, and it isn't your fault. See the playground's output."

// explained returns the status and the sentence for an error, and false for an unexpected error.
func explained(err error) (status int, sentence string, known bool) {
	var (
		refusal Refusal
		mistake object.Mistake
		page    noPage
	)
	switch {
	case errors.As(err, &page):
		return http.StatusNotFound, page.Error(), true
	case errors.As(err, &refusal):
		return cmp.Or(statuses[refusal], http.StatusUnprocessableEntity), refusal.Error(), true
	case errors.As(err, &mistake):
		return http.StatusUnprocessableEntity, mistake.Error(), true
	}
	if errors.Is(err, discordtest.ErrBadValue) {
		if _, rule, ok := strings.Cut(err.Error(), discordtest.ErrBadValue.Error()+": "); ok {
			return http.StatusUnprocessableEntity, "Discord rejects that: " + rule + ".", true
		}
	}
	for _, e := range explanations {
		if errors.Is(err, e.err) {
			return e.status, e.sentence, true
		}
	}
	return http.StatusInternalServerError, unknown, false
}

func (s *Server) explain(err error) (status int, sentence string) {
	status, sentence, known := explained(err)
	if known {
		s.log.Debug("refused", "error", err)
	} else {
		s.log.Error("action failed", "error", err)
	}
	return status, sentence
}

func (s *Server) refuse(w http.ResponseWriter, err error) {
	status, sentence := s.explain(err)
	writeJSON(w, status, map[string]string{"error": sentence})
}

// refusePage sends an error as a page, to a browser that has navigated instead of using the script.
func (s *Server) refusePage(w http.ResponseWriter, err error) {
	status, sentence := s.explain(err)
	http.Error(w, sentence, status)
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // an error means that the browser has disconnected
}
