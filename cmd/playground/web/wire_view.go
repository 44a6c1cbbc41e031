package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// An entryView is an exchange as the template needs it.
type entryView struct {
	ID      int
	Time    time.Time
	Took    time.Duration
	Title   string
	Path    string
	Status  string // "204 No Content"; "" for an interaction
	Refused bool
	Sent    string
	Answer  string
}

func (e wireEntry) view() entryView {
	v := entryView{
		ID: e.id, Time: e.time.Local(), Took: e.took.Round(100 * time.Microsecond), Title: e.title, Path: e.path,
		Refused: e.status >= http.StatusBadRequest, Sent: pretty(e.sent), Answer: pretty(e.answer),
	}
	if e.status != 0 {
		v.Status = strings.TrimSpace(fmt.Sprint(e.status, " ", http.StatusText(e.status)))
	}
	return v
}

// pretty indents JSON; what is no JSON, or was cut, stays as it is.
func pretty(body []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, body, "", "  ") != nil {
		return string(bytes.ToValidUTF8(body, []byte("\uFFFD")))
	}
	return b.String()
}

// interactionTitle says who did what.
func interactionTitle(raw json.RawMessage) string {
	type person struct {
		Username string `json:"username"`
	}
	var it struct {
		Type   int    `json:"type"`
		User   person `json:"user"`
		Member struct {
			User person `json:"user"`
		} `json:"member"`
		Data struct {
			Name     string `json:"name"`
			CustomID string `json:"custom_id"`
		} `json:"data"`
	}
	if json.Unmarshal(raw, &it) != nil {
		return "interaction"
	}
	return it.Member.User.Username + it.User.Username + " · " + interactionWords[it.Type] + " " + it.Data.Name + it.Data.CustomID
}

// interactionWords name the types of interactions.
var interactionWords = map[int]string{2: "uses", 3: "presses", 4: "types into", 5: "submits"}
