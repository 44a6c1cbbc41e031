package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

var guessLabels = []struct {
	guess string
	label texts.Key
}{
	{match.GuessX, "guess.x"}, {match.GuessO, "guess.o"}, {match.GuessDraw, "guess.draw"},
}

const (
	// maxTally is the number of squares that a tally lists, those with the most votes first. maxRight is the number of
	// members named for a right guess.
	maxTally = 8
	maxRight = 10
)

func (d *drawing) voting() string {
	switch {
	case d.Match.VoteRuns():
		return d.teamVote()
	case d.Match.MayGuess():
		open := d.texts.Say("guess.open", "Move", texts.Ordinal(d.Match.Guesses()))
		if len(d.Votes.Now) == 0 {
			return open
		}
		return d.tallied("guess.tally", d.guessCounts()) + "\n" + smallText(open)
	case d.Match.Watched() && len(d.Votes.Now) > 0 && d.Match.Status == match.Playing:
		return d.tallied("guess.tally", d.guessCounts())
	case d.Match.Watched() && len(d.Votes.Now) > 0 && d.Match.Result.Decided():
		return d.guessed()
	}
	return ""
}

func (d *drawing) teamVote() string {
	switch {
	case len(d.Votes.Now) > 0:
		var counts []string
		for i, c := range d.Votes.Tally() {
			if i == maxTally {
				counts = append(counts, "…")
				break
			}
			counts = append(counts, d.texts.Say("vote.count", "Text", c.Choice, "Number", d.texts.Number(c.Votes)))
		}
		return d.tallied("vote.tally", counts)
	case d.Match.Warned:
		return d.texts.Say("vote.again")
	}
	return d.texts.Say("vote.open", "Channel", d.Match.ToMove().Team)
}

func (d *drawing) votesBySquare() map[game.Square]int {
	bySquare := map[game.Square]int{}
	for _, c := range d.Votes.Tally() {
		if s, err := game.ParseSquare(c.Choice); err == nil {
			bySquare[s] = c.Votes
		}
	}
	return bySquare
}

func (d *drawing) guessCounts() (counts []string) {
	tally := d.Votes.Tally()
	for _, g := range guessLabels {
		for _, c := range tally {
			if c.Choice == g.guess {
				counts = append(counts, d.texts.Say("vote.count", "Text", d.texts.Say(g.label), "Number", d.texts.Number(c.Votes)))
			}
		}
	}
	return counts
}

func (d *drawing) tallied(key texts.Key, counts []string) string {
	return d.texts.Count(key, len(d.Votes.Now), "Text", d.texts.Comma(counts))
}

func (d *drawing) guessed() string {
	right := match.Record{Match: d.Match, Votes: d.Votes}.Guessed()
	if len(right) == 0 {
		return d.texts.Count("guess.wrong", len(d.Votes.Now))
	}
	named := make([]string, min(len(right), maxRight))
	for i := range named {
		named[i] = "<@" + right[i] + ">"
	}
	key, members := texts.Key("guess.right"), d.texts.And(named)
	if len(right) > maxRight {
		key, members = "guess.right_more", d.texts.Comma(named)
	}
	return d.texts.Count(key, len(d.Votes.Now), "Number", d.texts.Number(len(right)), "Text", members)
}

func (d *drawing) voteButtons() (buttons []discordgo.MessageComponent) {
	if d.Match.MayGuess() {
		for _, g := range guessLabels {
			buttons = append(buttons, d.button("guess-"+g.guess, g.label, discordgo.SecondaryButton))
		}
	}
	if d.Match.VoteRuns() && len(d.Votes.Now) > 0 {
		buttons = append(buttons, d.button("play-voted", "button.play_voted", discordgo.PrimaryButton))
	}
	return buttons
}

// VotePad draws buttons for squares, privately for one member of a team. They are private because
// each member opens local boards for themselves.
func VotePad(l *texts.Language, rec match.Record, v plan.View) []discordgo.MessageComponent {
	d := newDrawing(l, rec, v, render.Tiles{})
	return []discordgo.MessageComponent{Container(render.Accent(d.position.ToMove()), d.pad()...)}
}

// mayPress reports whether a member or a team is to move, so that buttons are needed.
func (d *drawing) mayPress() bool { return d.Match.ToMove().IsPerson() || d.Match.ToMove().IsTeam() }
