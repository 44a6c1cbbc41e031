package card

import (
	"strconv"

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
		return d.texts.Say("guess.open", "Move", texts.Ordinal(d.Match.Guesses()))
	case d.Match.Watched() && len(d.Votes.Now) > 0 && d.Match.Status == match.Playing:
		return d.tallied(d.guesses())
	case d.Match.Watched() && len(d.Votes.Now) > 0 && d.Match.Result.Decided():
		return d.guessed()
	}
	return ""
}

// teamVote returns the invitation, which stays until the team has chosen its first move, and the votes.
func (d *drawing) teamVote() string {
	var invitation, votes, tie string
	switch {
	case d.Match.AwaitsVotes():
		invitation = d.texts.Say("vote.waits", "Channel", d.Match.ToMove().Team)
	case d.Match.MovesMade() < 2:
		invitation = d.texts.Say("vote.open", "Channel", d.Match.ToMove().Team)
	}
	if tally := d.Votes.Tally(); len(tally) > 0 {
		var counts []string
		for _, c := range tally[:min(len(tally), maxTally)] {
			counts = append(counts, voteCount(c.Choice, c.Votes))
		}
		if votes = d.tallied(counts); len(tally) > 1 && tally[0].Votes == tally[1].Votes {
			tie = d.texts.Say("vote.tie", "Square", tally[0].Choice)
		}
	}
	return JoinLines(invitation, votes, smallText(tie))
}

// voteCount returns a choice with the number of its votes, if it has any.
func voteCount(choice string, votes int) string {
	if votes == 0 {
		return choice
	}
	return choice + " ×" + strconv.Itoa(votes)
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

// guesses returns the possible results with the numbers of their votes.
func (d *drawing) guesses() []string {
	var counts []string
	for _, g := range guessLabels {
		votes := 0
		for _, v := range d.Votes.Now {
			if v.Choice == g.guess {
				votes++
			}
		}
		counts = append(counts, voteCount(d.texts.Say(g.label), votes))
	}
	return counts
}

func (d *drawing) tallied(counts []string) string {
	return d.texts.Count("vote.tally", len(d.Votes.Now), "Text", d.texts.Comma(counts))
}

func (d *drawing) guessed() string {
	right := match.Record{Match: d.Match, Votes: d.Votes}.Guessed()
	if len(right) == 0 {
		return d.texts.Say("guess.wrong")
	}
	named := make([]string, min(len(right), maxRight))
	for i := range named {
		named[i] = "<@" + right[i] + ">"
	}
	if len(right) > maxRight {
		return d.texts.Say("guess.right_more", "Text", d.texts.Comma(named))
	}
	return d.texts.Say("guess.right", "Text", d.texts.And(named))
}

func (d *drawing) voteButtons() (buttons []discordgo.MessageComponent) {
	if d.Match.MayGuess() {
		for i, label := range d.guesses() {
			button := d.button("guess-"+guessLabels[i].guess, guessLabels[i].label, discordgo.SecondaryButton)
			button.Label = label
			buttons = append(buttons, button)
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
