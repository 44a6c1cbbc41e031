package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"noughts/bot/discordtest"
)

// An act is one thing that a member does, with the values of a form.
type act func(ctx context.Context, v *view, form url.Values) error

func (s *Server) actions() map[string]act {
	return map[string]act{
		"press":   press,
		"choose":  choose,
		"dismiss": dismiss,
		"use":     use,
		"use-on":  useOn,
	}
}

// action answers 204 when the act is done, or with a sentence. Browsers without
// the script send forms themselves and go back to the page.
func (s *Server) action(do act) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.view(r)
		if err == nil {
			err = parseForm(r)
		}
		if err == nil {
			err = do(r.Context(), v, r.PostForm)
		}
		switch {
		case err != nil && navigates(r):
			status, sentence := explain(err)
			http.Error(w, sentence, status)
		case err != nil:
			s.refuse(w, err)
		case navigates(r):
			http.Redirect(w, r, "/"+v.Query(), http.StatusSeeOther)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}
}

// navigates says whether the browser shows the answer as a page.
func navigates(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Mode") == "navigate" }

var errTooLarge = errors.New("that is too long")
var errBadForm = errors.New("the browser sent something that is not a form")

func parseForm(r *http.Request) error {
	err := r.ParseForm()
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return errTooLarge
	case err != nil:
		return errBadForm
	}
	return nil
}

// A refusal is an error with the sentence that a member of Discord would read.
type refusal struct {
	err      error
	status   int
	sentence string
}

var refusals = []refusal{
	{discordtest.ErrFailed, http.StatusBadGateway, "This interaction failed"},
	{discordtest.ErrNotVisible, http.StatusNotFound, "That message is no longer here."},
	{discordtest.ErrNotThere, http.StatusNotFound, "There is no such thing to use here any more."},
	{discordtest.ErrDisabled, http.StatusConflict, "That is disabled."},
	{context.Canceled, http.StatusRequestTimeout, "The browser went away."},
	{errNoPage, http.StatusNotFound, ""},
	{errTooLarge, http.StatusRequestEntityTooLarge, ""},
	{errBadForm, http.StatusBadRequest, ""},
}

// explain returns the status and sentence of a known error, or the error's own.
func explain(err error) (status int, sentence string) {
	sentence = strings.TrimPrefix(err.Error(), "discordtest: ")
	r, ok := find(refusals, func(r refusal) bool { return errors.Is(err, r.err) })
	switch {
	case !ok:
		return http.StatusUnprocessableEntity, sentence
	case r.sentence == "":
		return r.status, sentence
	}
	return r.status, r.sentence
}

func (s *Server) refuse(w http.ResponseWriter, err error) {
	s.log.Debug("refused", "error", err)
	status, sentence := explain(err)
	writeJSON(w, status, map[string]string{"error": sentence})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // the reader has gone
}

func press(ctx context.Context, v *view, form url.Values) error {
	return shown(v.client.Press(ctx, form.Get("message"), form.Get("custom_id")))
}

var errModal = errors.New("the app answers with a form, which the playground cannot show")

// shown returns what a member has to be told of an answer: the others show in
// the channel by themselves.
func shown(a *discordtest.Answer, err error) error {
	const modal = 9
	if err == nil && a.Type == modal {
		return errModal
	}
	return err
}

func choose(ctx context.Context, v *view, form url.Values) error {
	return shown(v.client.Choose(ctx, form.Get("message"), form.Get("custom_id"), form["value"]...))
}

func dismiss(_ context.Context, v *view, form url.Values) error {
	return v.client.Delete(form.Get("message"))
}

func use(ctx context.Context, v *view, form url.Values) error {
	l := parseLine(form.Get("line"), v.slashCommands())
	values, err := v.values(l)
	if err != nil {
		return err
	}
	return shown(v.client.Use(ctx, l.command.name(), values))
}

var errNobody = errors.New("nobody with that name is here")

func useOn(ctx context.Context, v *view, form url.Values) error {
	target, ok := v.world.member(form.Get("target"))
	if !ok {
		return errNobody
	}
	return shown(v.client.UseOn(ctx, form.Get("command"), target.User))
}
