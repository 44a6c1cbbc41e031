package reviews

import (
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai/review"
	"noughts/render"
	"noughts/render/picture"
)

var counts = [...]texts.Key{
	review.Best: "count.best", review.Good: "count.good", review.Doubtful: "count.doubtful", review.Mistake: "count.mistake", review.Blunder: "count.blunder",
}

// pressOverview shows the first page of a game's review: of the game in the custom id, or of one chosen from a menu, in
// a new message. If the review does not exist, it is made.
func (p Pages) pressOverview(r *plan.Request) (plan.Plan, error) {
	id, show := r.Vars["game"], r.Page
	if id == "" {
		var err error
		if id, err = r.Chosen(); err != nil {
			return nil, err
		}
		show = r.Private
	}
	s, ask, err := find(r, id, false)
	return p.overview(r, s, ask, show), err
}

// overview returns the plan `ask` with a function that shows the first page of the review, or the progress while the
// review is not finished. `show` makes an answer of one kind, such as plan.Request.Page.
func (p Pages) overview(r *plan.Request, s subject, ask plan.MakeReview, show func(plan.Content) plan.Answer) plan.MakeReview {
	ask.Show = func(known plan.Reviewed) (plan.Answer, error) {
		page := overview{subject: s, Reviewed: known, web: p.Web, texts: r.Language}
		if s.rec == nil {
			page.id = known.Key
		}
		return show(page.draw()), nil
	}
	return ask
}

func (p Pages) pressShare(r *plan.Request) (plan.Plan, error) {
	s, ask, err := find(r, r.Vars["game"], true)
	if err != nil {
		return nil, err
	}
	ask = p.overview(r, s, ask, r.Private)
	ask.Then = func(known plan.Reviewed) (plan.Plan, error) {
		return plan.ShareReview{Key: s.id, Show: func(first bool) (plan.Answer, error) {
			if !first {
				return plan.Answer{}, plan.Refuse("refuse.review_shared")
			}
			page := overview{subject: s, Reviewed: known, web: p.Web, public: true, texts: r.Shared()}
			return r.Public(page.draw()), nil
		}}, nil
	}
	return ask, nil
}

type overview struct {
	subject
	plan.Reviewed
	texts  *texts.Language
	web    string
	public bool
}

const chartFile = "review.png"

func (o overview) draw() plan.Content {
	l := o.texts
	title := titleOf(l, o.Game)
	if o.rec != nil {
		title = "### " + l.Say("review.title", "Game", card.LinkedGame(l, o.web, *o.rec))
	}
	if o.Review == nil {
		return plan.Content{Components: o.progress(title), OnlyFiles: true}
	}
	lines := []string{title}
	for _, side := range []game.Mark{game.X, game.O} {
		lines = append(lines, o.accuracy(side))
	}
	about := strings.Join(lines, "\n")
	found := []string{o.turning(o.Review)}
	if decided := o.decided(); decided != "" {
		found = append(found, decided)
	}
	small := "-# " + l.Say("review.marks", "X", card.MarkEmoji(l, game.X), "O", card.MarkEmoji(l, game.O))
	shown := plan.Content{OnlyFiles: true}
	parts := []discordgo.MessageComponent{card.Text(about), card.Text(strings.Join(found, "\n") + legend(l, o.Review, 0, len(o.Review.Moves)))}
	if o.NoPicture {
		small = "-# " + l.Say("review.no_picture")
	} else {
		shown.Files = []plan.File{{Name: chartFile, Type: "image/png", Key: o.Key + "/" + chartFile, Draw: plan.Drawn(func(w io.Writer) error {
			return picture.ChartPNG(w, o.chart())
		})}}
		alt := l.Count("review.chart", len(o.Review.Moves), "Text", strings.ReplaceAll(l.Sentences(found), "**", ""))
		parts = append(parts, card.Picture(chartFile, alt))
	}
	parts = append(parts, card.Text(small), card.Row(o.buttons()...))
	shown.Components = []discordgo.MessageComponent{card.Container(render.Accent(game.Empty), parts...)}
	return shown
}

// legend returns the line that explains values, "" if all positions between two numbers of moves have proven results.
func legend(l *texts.Language, r *review.Review, from, to int) string {
	for ply := from; ply <= to; ply++ {
		if _, proven := r.Proven(ply); !proven {
			return "\n-# " + l.Say("review.values")
		}
	}
	return ""
}

// progress draws the progress of a review, with a button that asks for the review again. After a restart of the bot a
// press on this button is the only way to continue the review.
func (o overview) progress(title string) []discordgo.MessageComponent {
	l := o.texts
	said := l.Say("review.waits")
	switch {
	case o.Failed:
		said = l.Say("review.failed")
	case o.Total > 0:
		said = l.Say("review.goes_on", "Percent", texts.Ordinal(100*o.Done/o.Total))
		if o.SoFar != nil && o.SoFar.Turning > 0 {
			said += "\n" + o.turning(o.SoFar)
		}
	}
	again := o.button(l, "", "button.look_again", discordgo.SecondaryButton)
	return []discordgo.MessageComponent{card.Container(render.Accent(game.Empty), card.Text(title+"\n"+said), card.Row(again))}
}

func (o overview) accuracy(side game.Mark) string {
	l, r := o.texts, o.Review
	var marked [len(counts)]int
	for ply, m := range r.Moves {
		if r.Side(ply) == side {
			marked[m.Mark]++
		}
	}
	parts := []string{l.Say("review.accuracy", "Player", o.player(l, side), "Accuracy", texts.Ordinal(int(math.Round(r.Accuracy[side-game.X]))))}
	for mark, n := range marked {
		if n > 0 {
			parts = append(parts, l.Count(counts[mark], n))
		}
	}
	return strings.Join(parts, " · ")
}

func (o overview) turning(r *review.Review) string {
	l := o.texts
	if r.Turning == 0 {
		return l.Say("review.turn.none")
	}
	m := r.Moves[r.Turning-1]
	said := l.Say("review.turn", "Move", texts.Ordinal(r.Turning), "Square", m.Square.String(), "Side", card.Letter(r.Side(r.Turning-1)), "Best", m.Best.String())
	return said + " · " + l.Sentence(change(l, r, r.Turning))
}

func (o overview) decided() string {
	since, key := o.Review.DecidedSince(), texts.Key("review.sure")
	switch {
	case since == len(o.Review.Moves), since > 0 && since == o.Review.Turning, since == 0 && o.Review.Variant() == game.Classic(3): // everybody knows the result of tic-tac-toe
		return ""
	case since == 0:
		key = "review.sure_first"
	}
	return o.texts.Say(key, "Move", texts.Ordinal(since), "Text", standing(o.texts, o.Review, since))
}

// chart returns the chart of the expected result after each move, in which signs mark doubtful moves, mistakes and
// blunders.
func (o overview) chart() picture.Chart {
	r := o.Review
	line := picture.ChartLine{Points: []picture.ChartPoint{{X: 0, Y: r.XValue(0)}}}
	for i, m := range r.Moves {
		line.Points = append(line.Points, picture.ChartPoint{X: float64(i + 1), Y: r.XValue(i + 1), Mark: stands[m.Mark]})
	}
	return picture.Chart{Sides: true, Lines: []picture.ChartLine{line}}
}

var stands = [...]picture.ChartMark{review.Best: picture.Unmarked, review.Good: picture.Unmarked, review.Doubtful: picture.Dot, review.Mistake: picture.BigDot, review.Blunder: picture.Diamond}

// buttons returns the buttons of the page. A public page has only a button that opens the private page of the reader.
func (o overview) buttons() []discordgo.MessageComponent {
	l := o.texts
	if o.public {
		return []discordgo.MessageComponent{card.ReviewButton(l, o.id)}
	}
	own := o.own()
	var buttons []discordgo.MessageComponent
	to := func(ply int, name string, label texts.Key) {
		buttons = append(buttons, o.button(l, strconv.Itoa(ply)+"/"+name, label, discordgo.PrimaryButton))
	}
	switch found := mistakes(o.Review, own); {
	case len(found) == 0:
	case own == game.Empty:
		to(found[0], "mistake", "button.mistakes")
	default:
		to(found[len(found)-1], "mistake", "button.my_last_mistake")
		to(found[0], "try", "button.practise")
	}
	return append(buttons,
		o.button(l, "1", "button.moves", discordgo.SecondaryButton),
		o.button(l, "share", "button.share", discordgo.SecondaryButton),
		o.button(l, "text", "replay.as_text", discordgo.SecondaryButton),
	)
}

// mistakes returns the numbers, from 1, of the moves of a side that are mistakes or blunders. For the side Empty it
// returns those of both sides. If there are no mistakes and no blunders, it returns the doubtful moves instead.
func mistakes(r *review.Review, side game.Mark) []int {
	var wrong, doubtful []int
	for i, m := range r.Moves {
		switch {
		case side != game.Empty && r.Side(i) != side:
		case m.Mark >= review.Mistake:
			wrong = append(wrong, i+1)
		case m.Mark == review.Doubtful:
			doubtful = append(doubtful, i+1)
		}
	}
	if wrong == nil {
		return doubtful
	}
	return wrong
}
