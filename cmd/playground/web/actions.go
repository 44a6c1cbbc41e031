package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"noughts/bot/discordtest"
)

// An act is one thing that a member does, with the values of a form.
type act func(ctx context.Context, v *view, form url.Values) (result, error)

// A result is what the page has to do after an act; mostly nothing, because
// everything shows in the channel by itself.
type result struct {
	Form     template.HTML `json:"form,omitempty"`     // to be filled in
	Location string        `json:"location,omitempty"` // to go to
	formID   string
}

func (s *Server) actions() map[string]act {
	return map[string]act{
		"press":          press,
		"choose":         choose,
		"dismiss":        dismiss,
		"use":            use,
		"use-on":         useOn,
		"use-on-message": useOnMessage,
		"submit":         submit,
		"thread":         thread,
		"archive":        archive,
		"switch":         flipSwitch,
	}
}

// action answers 204 when the act is done, 200 with what the page has to do, or
// with a sentence. Browsers without the script send forms themselves and go back
// to the page.
func (s *Server) action(do act) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.view(r)
		if err == nil {
			err = parseForm(r)
		}
		var done result
		if err == nil {
			done, err = do(r.Context(), v, r.PostForm)
		}
		switch {
		case err != nil && navigates(r):
			status, sentence := explain(err)
			http.Error(w, sentence, status)
		case err != nil:
			s.refuse(w, err)
		case navigates(r):
			http.Redirect(w, r, v.after(done), http.StatusSeeOther)
		case done == result{}:
			w.WriteHeader(http.StatusNoContent)
		default:
			writeJSON(w, http.StatusOK, done)
		}
	}
}

// after is where a browser without the script goes.
func (v *view) after(done result) string {
	switch {
	case done.Location != "":
		return done.Location
	case done.formID != "":
		return "/" + v.Query() + "&form=" + done.formID
	}
	return "/" + v.Query()
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
	{errNoForm, http.StatusNotFound, ""},
	{errNoSwitch, http.StatusNotFound, ""},
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

func press(ctx context.Context, v *view, form url.Values) (result, error) {
	return v.shown(v.client.Press(ctx, form.Get("message"), form.Get("custom_id")))
}

// shown returns what a member has to be told of an answer.
func (v *view) shown(a *discordtest.Answer, err error) (result, error) {
	if err != nil || a == nil || a.Modal == nil {
		return result{}, err
	}
	return v.server.modals.open(v, a)
}

func choose(ctx context.Context, v *view, form url.Values) (result, error) {
	return v.shown(v.client.Choose(ctx, form.Get("message"), form.Get("custom_id"), form["value"]...))
}

func dismiss(_ context.Context, v *view, form url.Values) (result, error) {
	return result{}, v.client.Delete(form.Get("message"))
}

func use(ctx context.Context, v *view, form url.Values) (result, error) {
	command, values, err := v.lines().Values(form.Get("line"))
	if err != nil {
		return result{}, err
	}
	return v.shown(v.client.Use(ctx, command, values))
}

var errNobody = errors.New("nobody with that name is here")

func useOn(ctx context.Context, v *view, form url.Values) (result, error) {
	target, ok := find(v.here(), func(m Member) bool { return m.User.ID == form.Get("target") })
	if !ok {
		return result{}, errNobody
	}
	return v.shown(v.client.UseOn(ctx, form.Get("command"), target.User))
}

func useOnMessage(ctx context.Context, v *view, form url.Values) (result, error) {
	return v.shown(v.client.UseOnMessage(ctx, form.Get("command"), form.Get("target")))
}

func submit(ctx context.Context, v *view, form url.Values) (result, error) {
	id := form.Get("form")
	answer, values, err := v.server.modals.filled(v, id, form)
	if err != nil {
		return result{}, err
	}
	done, err := v.shown(v.client.Submit(ctx, answer, values))
	if err == nil {
		v.server.modals.close(id)
	}
	return done, err
}

func thread(_ context.Context, v *view, form url.Values) (result, error) {
	c, err := v.world.NewThread(v.member, v.channel, form.Get("name"))
	if err != nil {
		return result{}, fmt.Errorf("opening a thread: %w", err)
	}
	return result{Location: v.link(c)}, nil
}

func archive(_ context.Context, v *view, form url.Values) (result, error) {
	if err := v.world.Archive(v.member, v.channel, form.Get("archived") == "true"); err != nil {
		return result{}, fmt.Errorf("archiving a thread: %w", err)
	}
	return result{Location: v.link(v.channel)}, nil
}
