package pages

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/puzzle"
	"noughts/game/rules"
	"noughts/render"
)

// topicKey returns the key of a lesson's text. `what` is "" for the title, or the suffix of another text.
func topicKey(topic puzzle.Topic, what string) texts.Key {
	return texts.Key("learn.topic." + string(topic) + what)
}

const lessonAsks = ".ask"

func list(l *texts.Language, m match.Member) discordgo.MessageComponent {
	var lines []string
	var buttons []discordgo.MessageComponent
	done, next := 0, -1
	for i, each := range puzzle.Lessons {
		button := discordgo.Button{CustomID: lessonID(i), Label: strconv.Itoa(i + 1), Style: discordgo.SecondaryButton}
		line := texts.Key("learn.line")
		switch {
		case slices.Contains(m.Lessons, string(each.Topic)):
			line, button.Style = "learn.line_done", discordgo.SuccessButton
			done++
		case next < 0:
			next, button.Style = i, discordgo.PrimaryButton
		}
		buttons = append(buttons, button)
		lines = append(lines, l.Say(line, "Number", strconv.Itoa(i+1), "Text", l.Say(topicKey(each.Topic, ""))))
	}
	said := l.Count("learn.done", done, "Total", texts.Ordinal(len(puzzle.Lessons)))
	if done == len(puzzle.Lessons) {
		said = l.Say("learn.all")
	}
	content := []discordgo.MessageComponent{card.Text(l.Say("learn.title")), card.Text(strings.Join(lines, "\n") + "\n\n" + said)}
	content = append(content, card.Rows(buttons)...)
	last := []discordgo.MessageComponent{discordgo.Button{CustomID: openings, Label: l.Say("openings.button"), Style: discordgo.SecondaryButton}}
	if done == len(puzzle.Lessons) {
		last = append([]discordgo.MessageComponent{playButton(l)}, last...)
	}
	content = append(content, card.Row(last...))
	return card.Container(render.Accent(game.Empty), content...)
}

func lessonID(number int) string { return LearnList + "/" + strconv.Itoa(number+1) }

func playButton(l *texts.Language) discordgo.Button {
	return discordgo.Button{CustomID: "/play/ultimate", Label: l.Say("button.play_now"), Style: discordgo.SuccessButton}
}

type page struct {
	texts  *texts.Language
	lesson puzzle.Lesson
	number int // counted from 0
	given  answer
	view   render.View
	style  render.Style
	reply  game.Square // O's reply to a wrong answer, if O has a good reply
}

func newPage(r *plan.Request, m match.Member, number int, given answer) *page {
	p := &page{texts: r.Language, lesson: puzzle.Lessons[number], number: number, given: given, style: card.StyleOf(m, r.Server)}
	// The view's field Ended is set if no square can be pressed: if the lesson asks for a local
	// board, or after an answer.
	p.view = render.View{
		Position: p.lesson.Position, Last: p.lesson.Last, HasLast: true, Ended: p.lesson.Boards || given.given,
		Tiles: r.Tiles, Keypad: m.Keypad == match.NumericKeypad,
	}
	if !given.given || p.lesson.Boards {
		return p
	}
	after := p.lesson.Position.After(given.square)
	p.view.Position, p.view.Last = after, given.square
	if reply, takes := p.lesson.Reply(given.square); takes {
		p.reply = reply
		p.view.Position, p.view.Last = after.After(reply), reply
	}
	return p
}

// draw draws the page: the question and its board, and below them the buttons to answer with or, after an answer, the
// comment on it.
func (p *page) draw() discordgo.MessageComponent {
	content := []discordgo.MessageComponent{
		card.Text("### " + p.text("") + "\n-# " +
			p.texts.Say("learn.page", "Page", texts.Ordinal(p.number+1), "Pages", texts.Ordinal(len(puzzle.Lessons)))),
		card.Text(p.text(lessonAsks)),
		card.Text(render.Fence(render.Board(p.view, p.style), p.style)),
	}
	switch {
	case p.given.right:
		content = append(content, card.Text("✅ "+p.text(".right")), card.Row(p.next(), p.back()))
	case p.given.given:
		again := discordgo.Button{CustomID: lessonID(p.number), Label: p.texts.Say("learn.button_again"), Style: discordgo.PrimaryButton}
		content = append(content, card.Text("❗ "+p.text(".wrong")), card.Row(again, p.back()))
	default:
		content = append(append(content, p.pad()...), card.Row(p.back()))
	}
	return card.Container(render.Accent(game.Empty), content...)
}

func (p *page) pad() []discordgo.MessageComponent {
	id := func(action string) string { return lessonID(p.number) + "/" + action }
	if !p.lesson.Boards {
		pad := card.Pad{Texts: p.texts, View: p.view, MayPress: true, ID: id}
		return pad.Draw()
	}
	return card.Grid(func(board int) discordgo.Button {
		return discordgo.Button{
			CustomID: id(onBoard + strconv.Itoa(board+1)), Label: strconv.Itoa(render.CellNumber(board, p.view.Keypad)),
			Style: discordgo.SecondaryButton,
		}
	})
}

func (p *page) next() discordgo.Button {
	if p.number+1 == len(puzzle.Lessons) {
		return playButton(p.texts)
	}
	return discordgo.Button{CustomID: lessonID(p.number + 1), Label: p.texts.Say(texts.ButtonNext), Style: discordgo.PrimaryButton}
}

func (p *page) back() discordgo.Button {
	return discordgo.Button{CustomID: LearnList, Label: p.texts.Say("learn.button_list"), Style: discordgo.SecondaryButton}
}

// text returns a text of the lesson. Its arguments are the marks, O's last move, and the local
// board that this move sends X to. After X has pressed a square, that square and O's reply are
// arguments too. TheSquare and ToBoard describe the pressed square in a comment on an answer, and
// O's last move otherwise.
func (p *page) text(what string) string {
	_, sent := rules.Split(p.lesson.Last)
	args := []string{"X", card.MarkEmoji(p.texts, game.X), "O", card.MarkEmoji(p.texts, game.O), "Last", p.lesson.Last.String()}
	to := sent
	if p.given.given && !p.lesson.Boards {
		args = append(args, "Square", p.given.square.String(), "Reply", p.reply.String())
		if what != lessonAsks {
			_, to = rules.Split(p.given.square)
		}
	}
	args = append(args, card.LocalSquare(p.texts, to)...)
	args = append(args, "ToBoard", card.LocalBoardTo(p.texts, to)) // overrides the ToBoard of LocalBoard below, because Say uses the first value of an argument
	args = append(args, card.LocalBoard(p.texts, sent)...)
	return p.texts.Say(topicKey(p.lesson.Topic, what), args...)
}
