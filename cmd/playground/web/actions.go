package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/commandline"
)

// An act is one thing that a member does, with the values of a form.
type act func(ctx context.Context, v *view, form url.Values) (result, error)

// A result is what the page has to do after an act; mostly nothing, because
// everything shows in the channel by itself.
type result struct {
	Form     template.HTML `json:"form,omitempty"`     // to be filled in
	Location string        `json:"location,omitempty"` // to go to
	Line     string        `json:"line,omitempty"`     // to go on with, instead of what was typed
	Problem  string        `json:"error,omitempty"`    // what to do before it is done
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
		"react":          react,
		"unreact":        unreact,
		"vote":           vote,
		"typing":         typing,
	}
}

// action answers 204 when the act is done, 200 with what the page has to do, or
// with a sentence. Browsers without the script send forms themselves and go back
// to the page.
func (s *Server) action(do act) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.view(r)
		if err == nil {
			v.files, err = readForm(r)
		}
		var done result
		if err == nil {
			done, err = do(r.Context(), v, r.PostForm)
		}
		switch {
		case err != nil && navigates(r):
			s.refusePage(w, err)
		case err != nil:
			s.refuse(w, err)
		case done.Problem != "" && navigates(r):
			s.refusePage(w, Refusal(done.Problem))
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

// navigates reports whether the browser shows the answer as a page.
func navigates(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Mode") == "navigate" }

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

// use uses a command, or says what is none.
func use(ctx context.Context, v *view, form url.Values) (result, error) {
	line := form.Get("line")
	if !commandline.IsCommand(line) {
		return v.say(line)
	}
	command, values, err := v.lines().Values(line)
	var missing commandline.Missing
	if errors.As(err, &missing) && missing.Line != "" {
		return result{Line: missing.Line, Problem: missing.Error()}, nil
	}
	if err != nil {
		return result{}, err
	}
	return v.shown(v.client.Use(ctx, command, values))
}

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
	done, err := v.shown(v.client.SubmitForm(ctx, answer, values))
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
