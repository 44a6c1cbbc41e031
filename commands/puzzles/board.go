package puzzles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/puzzle"
	"noughts/game/rules"
	"noughts/render"
)

type board struct {
	texts   *texts.Language
	puzzle  puzzle.Puzzle
	attempt puzzle.MemberAttempt
	path    string // prefix of custom ids
	look    look
	style   render.Style
	view    render.View
	line    game.Moves // the moves that the buttons ◀ and ▶ step through, nil for none
	ply     int        // number of the line's moves shown on the board
}

// attemptBoard returns the board of an attempt. After a wrong try the arrows step through the refutation (the moves
// that show why the try is wrong), and after the end of the attempt through the solution.
func attemptBoard(p puzzle.Puzzle, a puzzle.MemberAttempt, path string, at look, style render.Style, view render.View) (*board, error) {
	b := &board{
		puzzle: p, attempt: a, path: fmt.Sprintf("%s%d/%d/", path, a.Number, a.Step), look: at, style: style, view: view,
	}
	before := a.Line
	switch {
	case len(a.Refuted) > 0:
		b.line, b.ply = a.Refuted, min(2, len(a.Refuted)) // at first show the wrong move and the reply to it
	case !a.IsOpen():
		before, b.line, b.ply = nil, a.Line, len(a.Line)
	}
	if 0 <= at.ply && at.ply <= len(b.line) {
		b.ply = at.ply
	}
	moves := slices.Concat(before, b.line[:b.ply])
	position, err := rules.Replay(p.Position, moves)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	b.view.Position, b.view.Ended, b.view.Chosen = position, b.line != nil || !a.IsOpen(), at.board
	if len(moves) > 0 {
		b.view.Last, b.view.HasLast = moves[len(moves)-1], true
	}
	if nested, ok := position.(game.Nested); !ok || at.board < 1 || at.board > 9 || !nested.Open(at.board-1) {
		b.view.Chosen = 0
	}
	return b, nil
}

func (b *board) parts() []discordgo.MessageComponent {
	if b.view.Ended {
		return []discordgo.MessageComponent{card.Text(render.Fence(render.Board(b.view, b.style), b.style))}
	}
	pad := card.Pad{
		Texts: b.texts, View: b.view, MayPress: true, Named: true, // texts mention squares by name, so label the buttons with the names
		ID: func(action string) string { return b.path + action },
	}
	return pad.WithBoard(b.style)
}

// steps returns the buttons below the board: the arrows if b.line has moves to step through, and the button "why" if
// there are reasons that are not shown yet.
func (b *board) steps() (buttons []discordgo.MessageComponent) {
	step := func(label string, to int) discordgo.Button {
		id := b.path + "line-" + strconv.Itoa(min(max(to, 0), len(b.line)))
		isEnd := to < 0 || to > len(b.line)
		if isEnd { // the custom id of this disabled arrow must still differ from that of every other button
			id += "-"
		}
		return discordgo.Button{CustomID: id, Label: label, Style: discordgo.SecondaryButton, Disabled: isEnd}
	}
	if len(b.line) > 1 {
		buttons = append(buttons, step("◀", b.ply-1), step("▶", b.ply+1))
	}
	if !b.look.why && len(b.reasons()) > 0 {
		buttons = append(buttons, button(b.texts, b.path+"why-"+strconv.Itoa(b.ply), texts.ButtonWhy, discordgo.SecondaryButton))
	}
	return buttons
}

func (b *board) container(heading string, below string, buttons ...discordgo.MessageComponent) []discordgo.MessageComponent {
	content := append([]discordgo.MessageComponent{card.Text(heading)}, b.parts()...)
	if below != "" {
		content = append(content, card.Text(below))
	}
	content = append(content, card.Rows(buttons)...)
	return []discordgo.MessageComponent{card.Container(render.Accent(b.puzzle.Solver()), content...)}
}

// taskOf returns the text with the name of a puzzle's game and the task, such as to win in two moves. The name of the
// game says how many marks in a row win.
func taskOf(l *texts.Language, p puzzle.Puzzle) string {
	mark := card.MarkEmoji(l, p.Solver())
	task := l.Count("puzzle.win", ownMoves(p), "Mark", mark)
	if p.Kind == puzzle.Only {
		task = l.Count("puzzle.only", ownMoves(p), "Mark", mark)
	}
	return "-# " + card.Variant(l, p.Variant()) + "\n" + task
}

// ownMoves returns how many of their own moves the solver must look ahead. The stars show the same number, but never
// more than puzzle.Hardest.
func ownMoves(p puzzle.Puzzle) int { return (p.Plies + 1) / 2 }

func (b *board) lastTry() string {
	a, l := b.attempt, b.texts
	switch {
	case len(a.Refuted) > 0:
		said := texts.Key("puzzle.slips")
		if a.Lost {
			said = "puzzle.loses"
		}
		return l.Say(said, "Square", a.Refuted[0].String(), "Line", b.moves(a.Refuted, len(a.Line)))
	case a.State == puzzle.Solved:
		return l.Say("puzzle.solved", "Line", b.moves(a.Line, 0))
	case a.State == puzzle.Shown:
		return l.Say("puzzle.shown", "Line", b.moves(a.Line, 0))
	case len(a.Line) > 1:
		last := len(a.Line) - 2
		return l.Say("puzzle.right", "Square", a.Line[last].String(), "Mark", card.MarkEmoji(l, b.puzzle.Solver().Opponent()), "To", a.Line[last+1].String())
	}
	return ""
}

// moves returns a list of the moves in `line`, each with the mark of its player. `after` is the number of moves between
// the puzzle's first position and the first move of `line`.
func (b *board) moves(line game.Moves, after int) string {
	said := make([]string, len(line))
	for i, s := range line {
		side := b.puzzle.Solver()
		if (after+i)%2 == 1 {
			side = side.Opponent()
		}
		said[i] = card.MarkEmoji(b.texts, side) + "\u00a0**" + s.String() + "**"
	}
	return strings.Join(said, " ")
}

func (b *board) puzzlePage(s plan.Solver, note texts.Key) []discordgo.MessageComponent {
	l, a := b.texts, s.Now
	heading := l.Say("puzzle.title", "Level", stars[b.puzzle.Difficulty()])
	if a.Want.Streak {
		heading = l.Count("puzzle.streak", s.Row, "Level", stars[b.puzzle.Difficulty()])
	}
	lines := []string{"### " + heading, taskOf(b.texts, b.puzzle), b.lastTry(), b.why(), b.rated(s)}
	if note != "" {
		lines = append(lines, "-# "+l.Say(note))
	}
	return b.container(card.JoinLines(lines...), "", b.puzzleButtons(a)...)
}

func (b *board) rated(s plan.Solver) string {
	l, a := b.texts, s.Now
	switch c := a.Change; {
	case a.Want.Streak && a.Mistakes > 0:
		return l.Count("puzzle.streak_over", s.Row, "Most", texts.Ordinal(s.BestRow))
	case a.Want.Streak && a.State == puzzle.Solved:
		return l.Count("puzzle.streak_now", s.Row, "Most", texts.Ordinal(s.BestRow))
	case a.Unrated && !a.Want.Streak:
		return l.Say("puzzle.unrated")
	case c != puzzle.RatingChange{}:
		return l.Say("puzzle.rating", "Before", texts.Ordinal(c.Before), "Rating", texts.Ordinal(c.After), "Change", card.Change(c.After-c.Before))
	}
	return ""
}

func (b *board) puzzleButtons(a puzzle.MemberAttempt) []discordgo.MessageComponent {
	l := b.texts
	following := texts.Key("puzzle.button_next")
	if a.Want.Streak && a.Mistakes > 0 {
		following = "puzzle.button_new_streak"
	}
	buttons := b.steps()
	if a.IsOpen() {
		solution := button(l, b.path+"solution", "puzzle.button_give_up", discordgo.SecondaryButton)
		if a.Mistakes > 0 {
			solution.Label = l.Say(texts.ButtonSolution)
		}
		if len(a.Refuted) > 0 {
			buttons = append(buttons, button(l, b.path+"again", "puzzle.button_again", discordgo.PrimaryButton))
		}
		buttons = append(buttons, solution)
	}
	if !a.IsOpen() || a.Mistakes > 0 {
		buttons = append(buttons, button(l, b.path+"next", following, discordgo.SuccessButton))
	}
	return buttons
}

// clock formats a duration as 1:23 or 1:02:03.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
