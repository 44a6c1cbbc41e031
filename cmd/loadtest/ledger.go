package main

import (
	"sync"
	"time"
)

// answerTime is how long Discord waits for an answer.
const answerTime = 3 * time.Second

// A span is a piece of time.
type span struct{ From, To time.Time }

// meets says whether two spans have a moment in common.
func (s span) meets(o span) bool { return !s.From.After(o.To) && !o.From.After(s.To) }

// A mishap is an interaction that did not go as it should.
type mishap struct {
	Span  span
	What  string // what was used, such as "press" or "/board"
	Error string // "" when it was answered, but late
}

// mostMishaps is how many are kept one by one; the others are counted.
const mostMishaps = 200_000

// A tally is what became of the interactions of one phase.
type tally struct {
	Latency histogram // of all that were answered
	Refused uint64    // answered in private where the board was expected
}

// A ledger enters what became of every interaction. Safe for concurrent use.
type ledger struct {
	mu       sync.Mutex
	tallies  [2]tally // without and with a flood
	mishaps  []mishap
	unlisted uint64 // mishaps that are not kept
	puzzle   string // what a member could not do at last, because Discord did not offer it
}

// answered enters an answer that came at end to an interaction that was due.
func (l *ledger) answered(flooded, refused bool, what string, due, end time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &l.tallies[0]
	if flooded {
		t = &l.tallies[1]
	}
	t.Latency.add(end.Sub(due))
	if refused {
		t.Refused++
	}
	if end.Sub(due) > answerTime {
		l.note(mishap{Span: span{due, end}, What: what})
	}
}

// failed enters an interaction that nobody answered in its time.
func (l *ledger) failed(what string, s span, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note(mishap{s, what, err.Error()})
}

// puzzled enters that a member could not send what was meant.
func (l *ledger) puzzled(what string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.puzzle = what + ": " + err.Error()
}

func (l *ledger) note(m mishap) {
	if len(l.mishaps) == mostMishaps {
		l.unlisted++
		return
	}
	l.mishaps = append(l.mishaps, m)
}
