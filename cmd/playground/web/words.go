package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/commandline"
)

// A Refusal is why something cannot be done, as a person is told: a whole sentence.
type Refusal string

// Error returns the sentence.
func (r Refusal) Error() string { return string(r) }

// Errors of this page.
const (
	errTooLarge      Refusal = "That is too long."
	errFilesTooLarge Refusal = "Those files are too large: the limit is 25 MiB in total."
	errBadForm       Refusal = "The browser sent an invalid form."
	errNoForm        Refusal = "That form is no longer open."
	errNoSwitch      Refusal = "That switch doesn't exist."
	errNobody        Refusal = "Nobody here has that name."
)

// An explanation is what a person is told of an error, and the status of the answer.
type explanation struct {
	err      error
	status   int
	sentence string
}

// explanations are of errors that are written for programs.
var explanations = []explanation{
	{discordtest.ErrFailed, http.StatusBadGateway, "This interaction failed"},
	{discordtest.ErrNotVisible, http.StatusNotFound, "That message is no longer here."},
	{discordtest.ErrNotThere, http.StatusNotFound, "That is no longer here."},
	{discordtest.ErrDisabled, http.StatusConflict, "That is disabled."},
	{discordtest.ErrNotAllowed, http.StatusForbidden, "You can't do that here."},
	{discordtest.ErrOutdated, http.StatusConflict, "This command is outdated. Please try again in a few moments."},
	{discordtest.ErrNotConnected, http.StatusConflict, "The bot is not connected."},
	{context.Canceled, http.StatusRequestTimeout, "The browser disconnected."},
	{context.DeadlineExceeded, http.StatusGatewayTimeout, "That took too long."},
}

// statuses are of refusals that have another than 422.
var statuses = map[Refusal]int{
	errTooLarge: http.StatusRequestEntityTooLarge, errFilesTooLarge: http.StatusRequestEntityTooLarge,
	errBadForm: http.StatusBadRequest, errNoForm: http.StatusNotFound, errNoSwitch: http.StatusNotFound,
}

// unknown is what a person is told of an error that nobody has foreseen; the log has it.
const unknown = "Something went wrong, and it isn't your fault. See the playground's output."

// explain returns what a person is told of an error; known is false when the sentence says nothing of it.
func explain(err error) (status int, sentence string, known bool) {
	var (
		refusal Refusal
		mistake commandline.Mistake
		page    noPage
	)
	switch {
	case errors.As(err, &page):
		return http.StatusNotFound, page.Error(), true
	case errors.As(err, &refusal):
		if status := statuses[refusal]; status != 0 {
			return status, refusal.Error(), true
		}
		return http.StatusUnprocessableEntity, refusal.Error(), true
	case errors.As(err, &mistake):
		return http.StatusUnprocessableEntity, mistake.Error(), true
	}
	if errors.Is(err, discordtest.ErrBadValue) {
		if _, rule, ok := strings.Cut(err.Error(), discordtest.ErrBadValue.Error()+": "); ok {
			return http.StatusUnprocessableEntity, "Discord rejects that: " + rule + ".", true
		}
	}
	if e, ok := find(explanations, func(e explanation) bool { return errors.Is(err, e.err) }); ok {
		return e.status, e.sentence, true
	}
	return http.StatusInternalServerError, unknown, false
}

// explain is explain, and notes the error for who looks after the playground.
func (s *Server) explain(err error) (status int, sentence string) {
	status, sentence, known := explain(err)
	if known {
		s.log.Debug("refused", "error", err)
	} else {
		s.log.Error("action failed", "error", err)
	}
	return status, sentence
}

// refuse answers the page's script.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	status, sentence := s.explain(err)
	writeJSON(w, status, map[string]string{"error": sentence})
}

// refusePage answers a browser that shows the answer as a page.
func (s *Server) refusePage(w http.ResponseWriter, err error) {
	status, sentence := s.explain(err)
	http.Error(w, sentence, status)
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // the reader has gone
}
