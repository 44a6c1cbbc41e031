package card

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/render"
)

// The steps of a hint. Each press of the button shows the next step.
const (
	HintLook  = 1 // the kind of thing to look for
	HintWhere = 2 // the part of the board
	HintMove  = 3 // the move with its reasons
	HintWorth = 4 // the value of every square
)

// MayBeRated reports whether the result of an unfinished match can still count for ratings. After a player has taken
// help it cannot: a match between members then does not count, and one against the computer only if it is lost.
func MayBeRated(m match.Match) bool {
	return !m.Options.Casual && !m.WasHinted() && !(hasComputer(m) && m.TakenBack) && profile.PoolFor(m.Options.Variant, hasComputer(m)) != ""
}

func hasComputer(m match.Match) bool { return m.Players[0].IsComputer() || m.Players[1].IsComputer() }

func (d *drawing) helpUsed() string {
	var lines []string
	for i, hinted := range d.Match.Hinted {
		if hinted {
			lines = append(lines, smallText(d.texts.Say("help.had", "Player", d.player(game.X+game.Mark(i)))))
		}
	}
	return JoinLines(lines...)
}

// helpButtons returns the buttons Hint, Coach and Why, which stand below the board of a game against the computer. Hint
// and Why are there if the game can no longer be rated. In a member's first games of a variant, and against the weaker
// levels, Hint and Coach are there even if the game may be rated. In all other games the buttons are on the page of the
// button More, or missing.
func (d *drawing) helpButtons() []discordgo.MessageComponent {
	m := d.Match
	first := d.Place.Explains || ai.IsLower(m.Options.Variant, d.level())
	offered := (!MayBeRated(m) || first) && d.Tournament == "" && profile.PoolOf(m.Options.Variant) != "" // 2×2 has no pool of ratings, and needs no hints
	if m.Status != match.Playing || !offered || !m.ToMove().IsPerson() || !m.Player(d.position.ToMove().Opponent()).IsComputer() {
		return nil
	}
	buttons := []discordgo.MessageComponent{d.button("hint", "button.hint", discordgo.SecondaryButton)}
	if first && !m.Options.Coach {
		buttons = append(buttons, d.button("coach-on", "button.coach", discordgo.SecondaryButton))
	}
	if why, ok := WhyButton(d.texts, m); ok && !MayBeRated(m) {
		buttons = append(buttons, why)
	}
	return buttons
}

// WhyButton returns the button that explains the computer's last move. Its second result is false if the computer has
// not moved yet.
func WhyButton(l *texts.Language, m match.Match) (discordgo.Button, bool) {
	ply := WhyPly(m)
	return Button(l, m, "why-"+strconv.Itoa(ply), texts.ButtonWhy, discordgo.SecondaryButton), ply > 0
}

// WhyPly returns the number of the computer's last move, from 1, or 0 if the computer has not moved.
func WhyPly(m match.Match) int {
	ply := len(m.Moves)
	for ply > 0 && !m.Player(MoverOf(m, ply)).IsComputer() {
		ply--
	}
	return ply
}

// MoverOf returns the side that made the move with number `ply`, counted from 1.
func MoverOf(m match.Match, ply int) game.Mark {
	if ply%2 == 1 {
		return m.Begins
	}
	return m.Begins.Opponent()
}

// shownTo draws a board for a private page, in the style of the match `rec`. The match `m` has the position to draw.
// The function `change` can modify the view before it is drawn.
func shownTo(rec match.Record, m match.Match, tiles render.Tiles, change func(*render.View)) discordgo.TextDisplay {
	view, style := Shown(m), render.Style(rec.Place.Style)
	view.Tiles = tiles
	change(&view)
	return Text(render.Fence(render.Board(view, style), style))
}

// HintPage draws one step of a hint for the player to move. `choices` holds all legal moves with their values.
func HintPage(l *texts.Language, rec match.Record, tiles render.Tiles, step int, h review.Hint, choices []ai.Choice) []discordgo.MessageComponent {
	m := rec.Match
	h.Reasons = few(h.Reasons)
	said := Hint(l, m.Position().ToMove(), Letter, h)
	content := []discordgo.MessageComponent{Text("💡 " + said[min(step, HintMove)-1])}
	board := func(change func(*render.View)) {
		content = append(content, shownTo(rec, m, tiles, change))
	}
	next := discordgo.Button{}
	switch step {
	case HintLook:
		next = Button(l, m, "hint-2", texts.ButtonNext, discordgo.PrimaryButton)
	case HintWhere:
		board(func(v *render.View) { v.Marked = h.Where.Squares })
		next = Button(l, m, "hint-3", texts.ButtonNext, discordgo.PrimaryButton)
	case HintMove:
		board(func(v *render.View) { v.Marked = referredSquares(h.Reasons, h.Move) })
		next = Button(l, m, "hint-4", "button.all_squares", discordgo.SecondaryButton)
	default:
		heat := make(map[game.Square]float64, len(choices))
		for _, c := range choices {
			heat[c.Move] = c.Score.Expected
		}
		board(func(v *render.View) { v.Heat = heat })
		content = append(content, Text(valuesLegend(l, render.Style(rec.Place.Style), choices)))
	}
	if next.CustomID != "" {
		content = append(content, Row(next))
	}
	return []discordgo.MessageComponent{Container(render.Accent(m.Position().ToMove()), content...)}
}

// few returns the first two reasons: more are too long for help during a game.
func few(reasons []review.Reason) []review.Reason { return reasons[:min(len(reasons), 2)] }

func referredSquares(reasons []review.Reason, others ...game.Square) []game.Square {
	all := others
	for _, r := range reasons {
		all = append(all, r.Squares...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// maxLegendValues is the number of squares whose values a page lists as text. The board shows the values
// of all squares.
const maxLegendValues = 9

// valuesLegend returns the text that explains how the board shows values, and lists the best squares for
// the side to move.
func valuesLegend(l *texts.Language, style render.Style, choices []ai.Choice) string {
	legend := l.Say("worth.legend")
	if style == render.Emoji {
		legend = l.Say("worth.colours", "Good", render.WorthEmoji(9), "Even", render.WorthEmoji(5), "Bad", render.WorthEmoji(0))
	}
	var lines []string
	for _, c := range choices[:min(len(choices), maxLegendValues)] {
		lines = append(lines, valueText(l, c))
	}
	if left := len(choices) - len(lines); left > 0 {
		lines = append(lines, l.Count("worth.more", left))
	}
	return smallText(legend) + "\n" + strings.Join(lines, "\n")
}

func valueText(l *texts.Language, c ai.Choice) string {
	square := "**" + c.Move.String() + "**"
	switch c.Score.Proof {
	case ai.Win:
		return l.Count("worth.win", c.Score.Plies, "Square", square)
	case ai.Loss:
		return l.Count("worth.loss", c.Score.Plies, "Square", square)
	case ai.Draw:
		return l.Say("worth.draw", "Square", square)
	default:
		return l.Say("worth.value", "Square", square, "Value", l.Decimal(c.Score.Expected, 2))
	}
}

// WhyPage draws the reasons for the move with number `ply`, counted from 1. The page shows the board after that move
// and marks the squares that the reasons name. `scores` are the scores that the computer's level gave to the squares;
// `scores` is nil for levels that do not use scores.
func WhyPage(l *texts.Language, rec match.Record, tiles render.Tiles, ply int, reasons []review.Reason, scores [][]int) []discordgo.MessageComponent {
	m := rec.Match
	m.Moves = m.Moves[:ply]
	move := m.Moves[ply-1]
	mover := MoverOf(m, ply)
	said := append([]string{l.Say("help.why", "Mark", Letter(mover), "Square", move.String())}, Reasons(l, mover, Letter, reasons)...)
	content := []discordgo.MessageComponent{
		Text(strings.Join(said, "\n")),
		shownTo(rec, m, tiles, func(v *render.View) { v.Ended, v.Marked = true, referredSquares(reasons) }),
	}
	if scores != nil {
		content = append(content, Text(l.Say("help.scores")+"\n"+highest(scores)))
	}
	return []discordgo.MessageComponent{Container(render.Accent(mover), content...)}
}

// maxScores is the number of scores that a page lists, the highest first.
const maxScores = 12

func highest(scores [][]int) string {
	var all []game.Square
	for row, cells := range scores {
		for col := range cells {
			all = append(all, game.At(col, row))
		}
	}
	score := func(s game.Square) int { return scores[s.Row()][s.Col()] }
	slices.SortStableFunc(all, func(a, b game.Square) int { return cmp.Compare(score(b), score(a)) })
	var listed []string
	for _, s := range all[:min(len(all), maxScores)] {
		listed = append(listed, "**"+s.String()+"** "+strconv.Itoa(score(s)))
	}
	return strings.Join(listed, " · ")
}

// CoachPage draws the coach's warning against a blunder. The board shows the position after the move.
func CoachPage(l *texts.Language, rec match.Record, tiles render.Tiles, move game.Square, against []review.Reason) []discordgo.MessageComponent {
	m := rec.Match
	side := m.Position().ToMove()
	said := append([]string{l.Say("coach.title", "Square", move.String())}, Reasons(l, side, Letter, few(against))...)
	after := m
	after.Moves = append(slices.Clip(m.Moves), move)
	return []discordgo.MessageComponent{Container(render.Accent(side),
		Text(strings.Join(said, "\n")),
		shownTo(rec, after, tiles, func(v *render.View) { v.Ended, v.Marked = true, referredSquares(against) }),
		Row(
			Button(l, m, "coached-"+move.String(), "button.play_it", discordgo.DangerButton),
			Button(l, m, "coached-no", "button.choose_again", discordgo.SecondaryButton)),
	)}
}
