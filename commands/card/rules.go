package card

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

type lesson struct {
	text  texts.Key
	moves string // the moves from the start that lead to the board; "" for no board
	try   bool   // the reader may press a square and then sees the result
	// right and wrong are the texts about the result where marks vanish, "" for those that all flat boards share.
	right, wrong texts.Key
}

// RulesPage draws a page of a variant's rules. `page` is counted from 1. On a page where the reader may press a square,
// `square` is the pressed square, "" for none, and the page shows the result of that move. RulesPage returns false if
// there is no such page or the square cannot be played.
func RulesPage(l *texts.Language, v game.Variant, page int, square string, tiles render.Tiles) ([]discordgo.MessageComponent, bool) {
	w := wordsOf(v)
	if page < 1 || page > len(w.lessons) {
		return nil, false
	}
	p := rulesPage{texts: l, words: w, lesson: w.lessons[page-1], path: "/rules/" + strings.ReplaceAll(v.String(), " ", "-") + "/", page: page}
	p.view.Tiles = tiles
	p.view.Position, p.view.Last = p.lesson.play(w.board)
	p.view.HasLast, p.view.Ended = p.lesson.moves != "", !p.lesson.try // no highlights for squares that cannot be pressed
	if square != "" && !p.press(square) {
		return nil, false
	}
	heading := "### " + say(l, w.title, v) + "\n" + smallText(l.Say("rules.page", "Page", texts.Ordinal(page), "Pages", texts.Ordinal(len(w.lessons))))
	content := []discordgo.MessageComponent{Text(heading), Text(say(l, p.lesson.text, v))}
	_, isNested := p.view.Position.(game.Nested)
	if p.tried || p.lesson.moves != "" && (isNested || !p.lesson.try) { // before a try on a flat board, the board is drawn as buttons instead
		content = append(content, Text(render.Board(p.view, render.TileSet)))
	}
	switch {
	case p.tried:
		content = append(content, Text(p.moveResult()))
	case p.lesson.try:
		content = append(content, p.pad()...)
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), append(content, p.buttons())...)}, true
}

type rulesPage struct {
	texts  *texts.Language
	words  words
	lesson lesson
	path   string // prefix of the custom ids of all pages
	page   int
	view   render.View
	tried  bool // the view shows the position after the reader's move
}

func (p *rulesPage) press(square string) bool {
	s, err := game.ParseSquare(square)
	if err != nil || !p.lesson.try {
		return false
	}
	after, err := p.view.Position.Play(s)
	if err != nil {
		return false
	}
	p.view, p.tried = render.View{Position: after, Last: s, HasLast: true, Tiles: p.view.Tiles}, true
	return true
}

func (p *rulesPage) moveResult() string {
	if lost, ok := p.view.Position.(rules.MiserePosition); ok {
		return p.texts.Say(misereComes(lost), "Opponent", MarkEmoji(p.texts, lost.ToMove()))
	}
	if vanishing, ok := p.view.Position.(game.Vanishing); ok && p.lesson.wrong != "" {
		going, gone := render.Fading(vanishing)
		return p.texts.Say(p.vanishingComes(vanishing), "Opponent", MarkEmoji(p.texts, vanishing.ToMove()), "Going", going.String(), "Gone", gone.String())
	}
	nested, isNested := p.view.Position.(game.Nested)
	said := texts.Key("rules.sends")
	switch over := p.view.Position.Outcome().Over; {
	case over && isNested:
		return p.texts.Say("rules.won_boards")
	case over:
		return p.texts.Say("rules.won_line")
	case !isNested:
		return p.texts.Say("rules.no_line")
	case nested.Forced() == game.FreeChoice:
		said = "rules.sends_anywhere"
	}
	_, cell := nested.Split(p.view.Last)
	args := append(LocalBoard(p.texts, cell), LocalSquare(p.texts, cell)...)
	return p.texts.Say(said, append(args, "Square", p.view.Last.String(), "Opponent", MarkEmoji(p.texts, p.view.Position.ToMove()))...)
}

func misereComes(after rules.MiserePosition) texts.Key {
	isSafe := func(s game.Square) bool { return len(after.After(s).WinningLine()) == 0 }
	switch {
	case after.Outcome().Over:
		return "rules.lost_line"
	case !slices.ContainsFunc(after.Moves(), isSafe):
		return "rules.all_lose"
	case after.Mirrored():
		return "rules.mirrored"
	}
	return "rules.safe_left"
}

// vanishingComes returns the text about a move: right if it wins, makes a threat that cannot be stopped, or begins on an edge.
func (p *rulesPage) vanishingComes(after game.Vanishing) texts.Key {
	wins := func(p game.Position) bool {
		return slices.ContainsFunc(p.Moves(), func(s game.Square) bool {
			next, err := p.Play(s)
			return err == nil && next.Outcome().Over
		})
	}
	cannotStop := !slices.ContainsFunc(after.Moves(), func(s game.Square) bool {
		next, err := after.Play(s)
		return err == nil && !wins(next)
	})
	switch edge := (p.view.Last.Col()+p.view.Last.Row())%2 != 0; {
	case after.Outcome().Over:
		return "rules.won_line"
	case after.Ply() == 1 && edge, cannotStop && !wins(after):
		return p.lesson.right
	}
	return p.lesson.wrong
}

// pad returns a button for every square of the board, or of the local board where the reader must
// play. Below a drawn board the labels are numbers; otherwise the buttons are the board.
func (p *rulesPage) pad() []discordgo.MessageComponent {
	nested, isNested := p.view.Position.(game.Nested)
	return Grid(func(i int) discordgo.Button {
		s, name := game.At(i%3, i/3), game.At(i%3, i/3).String()
		if isNested {
			s, name = nested.Join(p.view.Focus(), i), strconv.Itoa(i+1)
		}
		button := discordgo.Button{
			CustomID: p.path + strconv.Itoa(p.page) + "/" + s.String(), Style: discordgo.SecondaryButton, Label: name,
		}
		if mark := p.view.Position.At(s); mark != game.Empty {
			button.Label, button.Disabled = signs[mark], true
			if going, _ := render.Fading(p.view.Position); !isNested && s != going {
				button.Style = colours[mark]
			}
		}
		return button
	})
}

func (p *rulesPage) buttons() discordgo.ActionsRow {
	var buttons []discordgo.MessageComponent
	to := func(page int, label texts.Key, style discordgo.ButtonStyle) {
		buttons = append(buttons, discordgo.Button{CustomID: p.path + strconv.Itoa(page), Label: p.texts.Say(label), Style: style})
	}
	if p.page > 1 {
		to(p.page-1, texts.ButtonBack, discordgo.SecondaryButton)
	}
	if p.tried {
		to(p.page, texts.ButtonTryAgain, discordgo.SecondaryButton)
	}
	if p.page < len(p.words.lessons) {
		to(p.page+1, texts.ButtonNext, discordgo.PrimaryButton)
	} else if p.words.board.K == 0 {
		play := "/play/" + p.words.board.Kind
		buttons = append(buttons, discordgo.Button{CustomID: play, Label: p.texts.Say("button.play_now"), Style: discordgo.SuccessButton})
	}
	if p.words.learn != "" {
		buttons = append(buttons, discordgo.Button{CustomID: p.words.learn, Label: p.texts.Say("button.learn"), Style: discordgo.SecondaryButton})
	}
	return Row(buttons...)
}

// diagonalWin returns the moves of a game that X wins with a line beside the main diagonal, for a
// variant where fewer marks in a row win than the board has columns.
func diagonalWin(v game.Variant) string {
	var moves []string
	for i := range v.K {
		col := v.N - v.K + i
		moves = append(moves, game.At(col, i).String(), game.At(col-1, i).String())
	}
	return strings.Join(moves[:len(moves)-1], " ")
}

func (l lesson) play(v game.Variant) (game.Position, game.Square) {
	p, last := rules.Start(v, game.X), game.Square(0)
	for _, word := range strings.Fields(l.moves) {
		s, err := game.ParseSquare(word)
		if err != nil {
			panic(err) // impossible: the lessons are part of the source, and tests check them
		}
		if p, err = p.Play(s); err != nil {
			panic(err)
		}
		last = s
	}
	return p, last
}
