package web

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// An act carries out one action of a member, with the values of a form.
type act func(ctx context.Context, v *view, form url.Values) (result, error)

// A result tells the page what to do after an act. It is usually empty, because the change appears in the channel.
type result struct {
	Form     template.HTML `json:"form,omitempty"`     // a form that the member must fill in
	Location string        `json:"location,omitempty"` // the address to go to
	Line     string        `json:"line,omitempty"`     // the new text of the command line, in place of the typed text
	Problem  string        `json:"error,omitempty"`    // tells the member what to do first: the act was not possible yet
	formID   string
}

func (s *Server) actions() map[string]act {
	return map[string]act{
		"press": func(ctx context.Context, v *view, form url.Values) (result, error) {
			return v.shown(v.client.Press(ctx, form.Get("message"), form.Get("custom_id")))
		},
		"choose": func(ctx context.Context, v *view, form url.Values) (result, error) {
			return v.shown(v.client.Choose(ctx, form.Get("message"), form.Get("custom_id"), form["value"]...))
		},
		"dismiss": func(_ context.Context, v *view, form url.Values) (result, error) {
			return result{}, v.client.Delete(form.Get("message"))
		},
		"use":     use,
		"use-on":  useOn,
		"submit":  submit,
		"thread":  thread,
		"archive": archive,
		"switch":  flipSwitch,
	}
}

// action returns the handler of an act: status 204, 200 with a result for the page, or an error with a sentence for the
// member. A browser without the page's script submits a form by navigation, so it is redirected to the page.
func (s *Server) action(do act) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.view(r)
		if err == nil {
			err = readForm(r)
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

func (v *view) after(done result) string {
	switch {
	case done.Location != "":
		return done.Location
	case done.formID != "":
		return "/" + v.Query() + "&form=" + done.formID
	}
	return "/" + v.Query()
}

func navigates(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Mode") == "navigate" }

func (v *view) shown(a *discordtest.Answer, err error) (result, error) {
	if err != nil || a == nil || a.Modal == nil {
		return result{}, err
	}
	return v.server.modals.open(v, a)
}

func use(ctx context.Context, v *view, form url.Values) (result, error) {
	line := form.Get("line")
	if !isCommand(line) {
		return v.say(line)
	}
	answer, err := v.client.Type(ctx, line)
	var missing object.Missing
	if errors.As(err, &missing) {
		return result{Line: strings.TrimRight(line, " \n") + " " + string(missing) + ":", Problem: missing.Error()}, nil
	}
	return v.shown(answer, err)
}

func useOn(ctx context.Context, v *view, form url.Values) (result, error) {
	target, ok := find(v.here(), func(m Member) bool { return m.User.ID == form.Get("target") })
	if !ok {
		return result{}, errNobody
	}
	return v.shown(v.client.UseOn(ctx, form.Get("command"), target.User))
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
	name := strings.TrimSpace(form.Get("name"))
	if n := utf8.RuneCountInString(name); n < 1 || n > 100 {
		return result{}, Refusal("A thread's name must have 1 to 100 characters.")
	}
	if v.channel.Kind != Text {
		return result{}, Refusal("You can only create threads in text channels.")
	}
	c := v.channel.Real.NewThread(name, v.member.User)
	v.world.changes.tell()
	return result{Location: v.link(threadChannel(c))}, nil
}

func archive(_ context.Context, v *view, form url.Values) (result, error) {
	if v.channel.Kind != Thread {
		return result{}, Refusal("Only threads can be archived.")
	}
	v.channel.Real.SetArchived(form.Get("archived") == "true")
	v.world.changes.tell()
	return result{Location: v.link(v.channel)}, nil
}

func readForm(r *http.Request) error {
	parse := r.ParseForm
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		parse = func() error { return r.ParseMultipartForm(maxBody) }
	}
	var tooLarge *http.MaxBytesError
	switch err := parse(); {
	case errors.As(err, &tooLarge):
		return errTooLarge
	case err != nil:
		return errBadForm
	}
	return nil
}
