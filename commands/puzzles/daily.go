package puzzles

import (
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/puzzle"
)

const (
	tableLimit = 10
	learners   = 7 // a member who has solved fewer puzzles of the day is told how Ultimate works
)

// openDaily shows the puzzle of the day, or that of an earlier day as an unrated puzzle, which counts for no streak and
// no table.
func openDaily(r *plan.Request) (plan.Plan, error) {
	date := r.Options.Text("date")
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(date))
	return plan.OnPuzzle{Decide: func(s plan.Solver, facts plan.Facts) (plan.PuzzleDecision, error) {
		first, today := puzzle.FirstDay(), puzzle.DayAt(facts.Now)
		switch {
		case date == "", err == nil && puzzle.DayAt(day) == today:
			return beginDaily(r, s, facts)
		case err != nil, day.Before(first), puzzle.DayAt(day) > today:
			return plan.PuzzleDecision{}, plan.Refuse("refuse.no_day", "From", first.Format(time.DateOnly), "To", today.String())
		}
		note := texts.Key("daily.past")
		if s.RatesNextTry() {
			note = "daily.past_left"
		}
		return begun(s.Progress, puzzle.Daily(day).ID, puzzle.Wish{}, 0, practice.show(r, firstLook, note)), nil
	}}, nil
}

// beginDaily shows the puzzle of the day. It records when the member first saw the puzzle, and adds the member to the
// server's table.
func beginDaily(r *plan.Request, s plan.Solver, facts plan.Facts) (plan.PuzzleDecision, error) {
	known := puzzle.Daily(facts.Now)
	if known.ID == "" {
		return plan.PuzzleDecision{}, plan.Refuse("refuse.no_puzzle")
	}
	today := puzzle.DayAt(facts.Now)
	if s.Daily.UsedUp(today) {
		return plan.PuzzleDecision{}, plan.Refuse("refuse.day_used", "When", card.Moment((today + 1).Start()))
	}
	after := s.BeginDaily(today, known.ID, facts.Now)
	return plan.PuzzleDecision{Next: &after, Table: true, Show: daily.show(r, firstLook, "")}, nil
}

func dayOver(r *plan.Request) error {
	refusal := plan.Refuse("refuse.day_over")
	refusal.Button = button(r.Language, "/daily/open", "daily.button_play", discordgo.PrimaryButton)
	return refusal
}

// pressShare posts the member's result in the channel, without the solution. Each result can be posted only once.
func pressShare(r *plan.Request) (plan.Plan, error) {
	number, err := strconv.Atoi(r.Vars["number"])
	if err != nil {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	return plan.OnPuzzle{Decide: func(s plan.Solver, _ plan.Facts) (plan.PuzzleDecision, error) {
		known, ok := puzzle.ByID(s.Daily.Attempt.Puzzle)
		switch {
		case !ok, puzzle.Day(number) != s.Daily.Day(), !s.Daily.Over():
			return plan.PuzzleDecision{}, dayOver(r)
		case s.Daily.Posted:
			return plan.PuzzleDecision{}, plan.Refuse("refuse.day_shared")
		}
		after := s.Progress
		after.Daily.Posted = true
		return plan.PuzzleDecision{Next: &after, Show: func(s plan.Solver) (plan.Answer, error) {
			return r.Public(plan.Components(sharedResult(r.Shared(), r.User, known, s.Daily)...)), nil
		}}, nil
	}}, nil
}

func sharedResult(l *texts.Language, member string, p puzzle.Puzzle, d puzzle.DailyProgress) []discordgo.MessageComponent {
	said := []string{"When", l.Date(d.Day().Start()), "Level", stars[p.Difficulty()], "ID", member}
	text := l.Say("daily.share_missed", append(said, "Text", d.Tries.String()+" "+l.Say("daily.unsolved"))...)
	if d.Tries.Solved() {
		text = l.Say("daily.share", append(said, "Text", d.Tries.String(), "Time", clock(d.Took()))...) + "\n-# " + l.Count("daily.row", d.Streak(d.Day()))
	}
	return []discordgo.MessageComponent{card.Text(text), card.Row(button(l, "/daily/open", "daily.button_play", discordgo.PrimaryButton))}
}

// dailyPage draws the puzzle of the day. When the member has finished, the page also has their
// result, the server's table, and the best member of last week.
func (b *board) dailyPage(r *plan.Request, s plan.Solver) ([]discordgo.MessageComponent, error) {
	var t puzzle.Table
	var best []puzzle.Champion
	if r.Place.Guild != "" && s.Daily.Over() {
		var err error
		if t, err = r.Read.DailyTable(s.Daily.Day(), tableLimit); err != nil {
			return nil, err
		}
		monday, _ := s.Daily.Day().Week()
		if best, err = r.Read.DailyChampions(monday-7, monday-1, 1); err != nil {
			return nil, err
		}
	}
	l, d := b.texts, s.Daily
	lines := []string{"### " + l.Say("daily.title", "When", l.Date(d.Day().Start()), "Level", stars[b.puzzle.Difficulty()]), taskOf(b.texts, b.puzzle), b.lastTry(), b.why()}
	var below []string
	buttons := b.steps()
	if d.Over() {
		lines = append(lines, b.dailyEnd(d))
		for _, a := range s.Earned {
			lines = append(lines, l.Say("daily.earned", "Name", card.Achievement(l, a)))
		}
		below = []string{b.table(t), champion(l, best), "-# " + l.Say("daily.tomorrow", "When", card.Moment((d.Day()+1).Start()))}
		if d.Attempt.State == puzzle.Shown && len(d.Attempt.Refuted) > 0 {
			buttons = append(buttons, button(l, b.path+"solution", texts.ButtonSolution, discordgo.SecondaryButton))
		}
		if !d.Posted {
			buttons = append(buttons, button(l, "/daily/"+texts.Ordinal(d.Attempt.Number)+"/share", "button.share", discordgo.SuccessButton))
		}
	} else {
		lines = append(lines, "-# "+strings.TrimSpace(l.Count("daily.tries", puzzle.Tries-len(d.Tries), "Text", d.Tries.String())))
		if d.Days < learners && b.puzzle.Variant() == game.Ultimate {
			lines = append(lines, "-# "+l.Say("daily.rules"))
			buttons = append(buttons, button(l, "/learn/beside", "button.how_ultimate", discordgo.SecondaryButton))
		}
		if len(d.Attempt.Refuted) > 0 {
			buttons = append(buttons, button(l, b.path+"again", "puzzle.button_again", discordgo.PrimaryButton))
		}
	}
	return b.container(card.JoinLines(lines...), card.JoinLines(below...), buttons...), nil
}

func (b *board) dailyEnd(d puzzle.DailyProgress) string {
	l := b.texts
	longest := ""
	if d.BestRow > d.Streak(d.Day()) {
		longest = l.Say("daily.best", "Most", texts.Ordinal(d.BestRow))
	}
	if !d.Tries.Solved() {
		failed := l.Say("daily.failed", "Text", d.Tries.String(), "Square", b.puzzle.Solution.String())
		if longest != "" {
			failed += "\n🔥 " + longest
		}
		return failed
	}
	row := l.Count("daily.row", d.Streak(d.Day()))
	if longest != "" {
		row += " · " + longest
	}
	if d.FrozenYesterday() {
		row += " · " + l.Say("daily.saved")
	}
	return card.JoinLines(l.Say("daily.done", "Text", d.Tries.String(), "Time", clock(d.Took())), row)
}

func (b *board) table(t puzzle.Table) string {
	if len(t.Entries) == 0 {
		return ""
	}
	l := b.texts
	lines := []string{"**" + l.Say("daily.table") + "** · " + l.Count("daily.solved_by", t.Solved, "Number", l.Number(t.Players)) + " · " + l.Say("daily.order")}
	for i, e := range t.Entries {
		lines = append(lines, place(l, i+1, e))
	}
	return strings.Join(lines, "\n")
}

func place(l *texts.Language, number int, e puzzle.TableRow) string {
	took := l.Say("daily.still_open")
	switch {
	case e.Tries.Solved():
		took = clock(e.Took)
	case e.Over:
		took = l.Say("daily.unsolved")
	}
	return l.Say("daily.place", "Number", texts.Ordinal(number), "ID", e.Member, "Text", e.Tries.String(), "Time", took)
}
