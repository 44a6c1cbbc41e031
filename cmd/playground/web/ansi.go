package web

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// An ansiState is the style that the escape sequences so far have set. The zero state is plain text.
type ansiState struct {
	bold, underline        bool
	foreground, background int
}

var ansiSequence = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// ansi writes text in the colours of its escape sequences. Like Discord's client it supports bold, underline, and the
// codes 30 to 37 and 40 to 47.
func (w *writer) ansi(text string) {
	var state ansiState
	for {
		m := ansiSequence.FindStringSubmatchIndex(text)
		if m == nil {
			w.ansiRun(state, text)
			return
		}
		w.ansiRun(state, text[:m[0]])
		state = state.apply(text[m[2]:m[3]])
		text = text[m[1]:]
	}
}

func (w *writer) ansiRun(state ansiState, text string) {
	text = strings.ReplaceAll(text, "\x1b", "")
	classes := state.classes()
	switch {
	case text == "":
	case classes == "":
		w.text(text)
	default:
		w.element("span", classes, func() { w.text(text) })
	}
}

func (s ansiState) apply(codes string) ansiState {
	for code := range strings.SplitSeq(codes, ";") {
		n, err := strconv.Atoi(code)
		switch {
		case code == "" || err == nil && n == 0:
			s = ansiState{}
		case n == 1:
			s.bold = true
		case n == 4:
			s.underline = true
		case n >= 30 && n <= 37:
			s.foreground = n
		case n >= 40 && n <= 47:
			s.background = n
		}
	}
	return s
}

func (s ansiState) classes() string {
	var classes []string
	if s.bold {
		classes = append(classes, "ansi-bold")
	}
	if s.underline {
		classes = append(classes, "ansi-underline")
	}
	for _, colour := range []int{s.foreground, s.background} {
		if colour != 0 {
			classes = append(classes, fmt.Sprintf("ansi-%d", colour))
		}
	}
	return strings.Join(classes, " ")
}
