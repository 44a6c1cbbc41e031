package reviews

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/render"
)

var marked = [...]texts.Key{
	review.Best: "move.best", review.Good: "move.good", review.Doubtful: "move.doubtful", review.Mistake: "move.mistake", review.Blunder: "move.blunder",
}

func showMove(r *plan.Request, at move) (plan.Plan, error) {
	return r.Page(plan.Content{Components: at.draw(), OnlyFiles: true}), nil
}

// atMove returns the handler that calls `then` with the page of the move in the custom id; ply 0 is the start of the
// game. While the review is not finished, it shows the review's first page with the progress instead.
func (p Pages) atMove(then func(*plan.Request, move) (plan.Plan, error)) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		ply, err := strconv.Atoi(r.Vars["ply"])
		if err != nil || ply < 0 {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return p.at(r, func(subject, *review.Review) int { return ply }, then)
	}
}

// at returns the plan that calls `then` with the page of the move whose number `which` returns.
func (p Pages) at(
	r *plan.Request, which func(subject, *review.Review) int, then func(*plan.Request, move) (plan.Plan, error),
) (plan.Plan, error) {
	reader, errReader := r.Read.Member(r.User)
	s, ask, errGame := find(r, r.Vars["game"], false)
	if err := cmp.Or(errReader, errGame); err != nil {
		return nil, err
	}
	ask = p.overview(r, s, ask, r.Page)
	ask.Then = func(known plan.Reviewed) (plan.Plan, error) {
		ply := which(s, known.Review)
		if ply > len(known.Review.Moves) {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return then(r, move{
			subject: s, Review: known.Review, texts: r.Language, ply: ply, reader: reader,
			style: render.Style(cmp.Or(reader.Style, r.Server.Style)), tiles: r.Tiles,
		})
	}
	return ask, nil
}

// pressLast shows the user's last mistake, and without mistakes their last move.
func (p Pages) pressLast(r *plan.Request) (plan.Plan, error) {
	return p.at(r, func(s subject, of *review.Review) int {
		if found := mistakes(of, s.own()); len(found) > 0 {
			return found[len(found)-1]
		}
		return len(of.Moves)
	}, showMove)
}

// A move is a page of a review. It shows one move of the game, or the start of the game.
type move struct {
	subject
	*review.Review
	texts  *texts.Language
	ply    int // the number of the move, from 1; 0 for the start
	reader match.Member
	style  render.Style
	tiles  render.Tiles
	waits  bool // one of the user's own mistakes is due for practice
}

// played returns the reviewed move and the side that played it. The field ply must not be 0.
func (m move) played() (review.Move, game.Mark) { return m.Moves[m.ply-1], m.Side(m.ply - 1) }

// isMistake reports whether the move was so much worse than the best move that a member can learn from it.
func (m move) isMistake() bool { return m.ply > 0 && m.Moves[m.ply-1].Mark >= review.Doubtful }

func (m move) view(ply int) render.View {
	v := render.View{Position: m.Position(ply), NoPad: true, Tiles: m.tiles, Keypad: m.reader.Keypad == match.NumericKeypad}
	if ply > 0 {
		v.Last, v.HasLast = m.Game.Moves[ply-1], true
	}
	_, nested := v.Position.(game.Nested)
	v.Ended = !nested || ply == len(m.Moves)
	return v
}

// better returns the board before the move, to show a better one. The moves of the best line are numbered on the board,
// and the square that was played is marked.
func (m move) better() render.View {
	made, _ := m.played()
	v := m.view(m.ply - 1)
	v.Line, v.Marked = made.Line, []game.Square{made.Square}
	if i := slices.Index(v.Line, made.Square); i >= 0 {
		v.Line = v.Line[:i]
	}
	return v
}

func (m move) board(v render.View) discordgo.TextDisplay {
	return card.Text(render.Fence(render.Board(v, m.style), m.style))
}

func (m move) draw() []discordgo.MessageComponent {
	view := m.view(m.ply)
	if m.isMistake() {
		view = m.better()
	}
	return []discordgo.MessageComponent{card.Container(render.Accent(m.Side(m.ply).Opponent()),
		card.Text(strings.Join(m.describe(), "\n")), m.board(view), m.steps(), m.otherButtons(),
	)}
}

func (m move) describe() []string {
	l := m.texts
	if m.ply == 0 {
		return []string{"### " + l.Say("move.start", "Game", card.Variant(l, m.Variant())), standing(l, m.Review, 0)}
	}
	made, side := m.played()
	lines := []string{
		"### " + l.Say(marked[made.Mark], "Move", texts.Ordinal(m.ply), "Player", m.player(l, side), "Square", made.Square.String()),
		change(l, m.Review, m.ply) + legend(l, m.Review, m.ply-1, m.ply),
	}
	switch {
	case made.Forced:
		lines = append(lines, l.Say("move.forced"))
	case m.isMistake():
		lines = append(lines, l.Say("move.better", "Square", made.Best.String()), "-# "+l.Say("move.numbers"))
	}
	return lines
}

func (m move) steps() discordgo.ActionsRow {
	own, label, next := m.own(), texts.Key("button.next_mistake"), 0
	if own != game.Empty {
		label = "button.my_next_mistake"
	}
	found := mistakes(m.Review, own)
	if i := slices.IndexFunc(found, func(ply int) bool { return ply > m.ply }); i >= 0 {
		next = found[i]
	} else if len(found) > 0 && found[0] != m.ply {
		next = found[0] // start again at the first mistake
	}
	mistake := m.button(m.texts, strconv.Itoa(next)+"/mistake", label, discordgo.PrimaryButton)
	mistake.Disabled = next == 0
	return card.Row(append(card.Steps(m.texts, m.ply, len(m.Moves), m.path), mistake)...)
}

func (m move) otherButtons() discordgo.ActionsRow {
	here := strconv.Itoa(m.ply)
	var buttons []discordgo.MessageComponent
	if m.ply > 0 {
		buttons = append(buttons, m.button(m.texts, here+"/why", texts.ButtonWhy, discordgo.SecondaryButton))
	}
	_, side := m.starts()
	switch {
	case m.isMistake() && m.Side(m.ply-1) == side:
		buttons = append(buttons, m.button(m.texts, here+"/try", "puzzle.button_again", discordgo.SuccessButton))
	case m.canPlayOn():
		buttons = append(buttons, m.button(m.texts, here+"/play", "button.play_on", discordgo.SuccessButton))
	}
	return card.Row(append(buttons, m.button(m.texts, "", "button.overview", discordgo.SecondaryButton))...)
}
