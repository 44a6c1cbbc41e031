package puzzles

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/puzzle"
	"noughts/render"
)

// PostedNames is the number of solvers of yesterday's puzzle that a post names.
const PostedNames = 10

// Post draws a server's post about the puzzle of the day. The post says what to find but does not
// show the position: a member's time starts when they open the puzzle. It also has the solution and
// the solvers of yesterday's puzzle, if a member tried it, and on Mondays last week's champion.
func Post(l *texts.Language, p plan.DailyPost, tiles render.Tiles) plan.Content {
	today := puzzle.Daily(p.Day.Start())
	content := []discordgo.MessageComponent{
		card.Text("### " + l.Say("daily_post.title", "Level", stars[today.Difficulty()]) + "\n" + taskOf(l, today) + "\n-# " + l.Say("daily_post.how")),
		card.Row(button(l, "/daily/open", "daily.button_play", discordgo.PrimaryButton)),
	}
	if p.Yesterday.Players > 0 {
		content = append(content, yesterday(l, p, tiles)...)
	}
	var pinged string
	if len(p.Pings) > 0 {
		pinged = "-# " + l.Say("daily_post.pings", "Names", "<@"+strings.Join(p.Pings, "> <@")+">")
	}
	if said := card.JoinLines(streak(l, p), champion(l, p.Champions), pinged); said != "" {
		content = append(content, card.Text(said))
	}
	if len(p.Seasons) > 0 {
		lines := []string{"### " + l.Say("daily_post.season")}
		for _, table := range p.Seasons {
			lines = append(lines, card.SeasonLine(l, table))
		}
		content = append(content, card.WithTrophy(l, card.Text(strings.Join(lines, "\n")), !p.NoPicture))
	}
	post := plan.Components(card.Container(render.Accent(today.Solver()), content...))
	post.Pings = p.Pings
	if len(p.Seasons) > 0 && !p.NoPicture {
		post.Files = []plan.File{card.Trophy()}
	}
	return post
}

func yesterday(l *texts.Language, p plan.DailyPost, tiles render.Tiles) []discordgo.MessageComponent {
	before := puzzle.Daily((p.Day - 1).Start())
	answer := puzzle.MemberAttempt{Puzzle: before.ID, State: puzzle.Shown, Line: game.Moves{before.Solution}}
	said := []discordgo.MessageComponent{card.Text(card.JoinLines(l.Say("daily_post.yesterday", "Square", before.Solution.String()), solvers(l, p.Yesterday), tried(l, p.Yesterday)))}
	b, err := attemptBoard(before, answer, "/daily/", firstLook, card.StyleOf(match.Member{}, p.Server), render.View{Tiles: tiles})
	if err != nil {
		return said // cannot happen: the puzzles are part of the program, and tests check them
	}
	return append(said, card.Text(render.Fence(render.Board(b.view, b.style), b.style)))
}

func solvers(l *texts.Language, t puzzle.Table) string {
	var names []string
	for _, e := range t.Entries {
		if e.Tries.Solved() && len(names) < PostedNames {
			names = append(names, "<@"+e.Member+"> "+e.Tries.String()+" "+clock(e.Took))
		}
	}
	if len(names) == 0 {
		return ""
	}
	said := "🥇 " + strings.Join(names, " · ")
	if t.Solved > len(names) {
		return l.Count("daily_post.found_more", t.Solved-len(names), "Names", said)
	}
	return l.Say("daily_post.found", "Names", said)
}

func tried(l *texts.Language, t puzzle.Table) string {
	if t.Tried == 0 {
		return ""
	}
	return l.Count("daily_post.tried", t.Tried)
}

func streak(l *texts.Language, p plan.DailyPost) string {
	if p.Streak == 0 {
		return ""
	}
	said := l.Count("daily_post.streak", p.Streak)
	if p.Frozen {
		said += "\n-# " + l.Say("daily.saved")
	}
	return said
}

func champion(l *texts.Language, all []puzzle.Champion) string {
	if len(all) == 0 {
		return ""
	}
	return l.Count("daily_post.champion", all[0].Points, "ID", all[0].Member)
}
