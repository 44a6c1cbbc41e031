package card

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/render"
	"noughts/render/picture"
)

// Limits for the lists of a profile. With these limits the page fits two screens of a phone.
const (
	shownRecords  = 6
	shownOpenings = 3
	shownEarned   = 3
)

// A ProfilePage draws a member's profile.
type ProfilePage struct {
	plan.MemberResults
	Texts  *texts.Language
	Web    string      // address of the web client; see Link
	Place  match.Place // the place where the profile is shown
	Reader string
	Public bool // set if everybody in the channel can see the profile
}

// ProfileChart is the file name of the picture in the message that Draw returns.
const ProfileChart = "ratings.png"

// Played reports whether the member has played a game or tried a puzzle.
func (p ProfilePage) Played() bool {
	return len(p.Standings) > 0 || len(p.Records) > 0 || p.solves()
}

// Draw draws the first page of a member's profile: ratings, streaks, and a chart if the member has
// ratings to show. The member must have played. The button More shows the second page. On their own
// profile, a member also has a button that posts it in the channel.
func (p ProfilePage) Draw() []discordgo.MessageComponent {
	content := []discordgo.MessageComponent{Text("### " + p.Texts.Say("profile.title", "ID", p.Member))}
	var provisional bool
	var computer []string
	for _, s := range p.Standings {
		provisional = provisional || s.Placed() && p.provisional(s)
		if !s.Pool.Ranks() {
			rating := Standing(p.Texts, s.Rating.Points(), p.provisional(s), s.Tally.Games())
			computer = append(computer, p.Texts.Say("profile.computer_pool", "Name", Pool(p.Texts, s.Pool), "Rating", rating))
			continue
		}
		content = append(content, Text(p.standing(s)))
	}
	if len(computer) > 0 {
		content = append(content, Text(p.Texts.Say("profile.computer", "Points", p.Texts.Comma(computer))))
	}
	if said := Ladders(p.Texts, p.Ladders); said != "" {
		content = append(content, Text(said))
	}
	if said := p.puzzles(); said != "" {
		content = append(content, Text(said))
		provisional = provisional || p.Puzzles.Rated() && p.Puzzles.Strength().At(p.Now).Provisional()
	}
	if provisional {
		content = append(content, Text(smallText(p.Texts.Say("profile.provisional"))))
	}
	if c := p.Chart(); len(c.Lines) > 0 {
		content = append(content, Picture(ProfileChart, p.inWords(c)))
		if c.Unnamed() && len(c.Lines) > 1 {
			var names []string
			for i, line := range c.Lines {
				names = append(names, picture.Dots[i%len(picture.Dots)]+" "+line.Name)
			}
			content = append(content, Text(smallText(names...)))
		}
	}
	buttons := []discordgo.MessageComponent{p.button("more", "button.more")}
	if p.Member == p.Reader && !p.Public {
		buttons = append(buttons, p.button("share", "button.share"))
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), append(content, Row(buttons...))...)}
}

// Rest draws the second page of a profile: records, openings, achievements, and buttons for further pages.
func (p ProfilePage) Rest() []discordgo.MessageComponent {
	content := []discordgo.MessageComponent{Text("### " + p.Texts.Say("profile.title", "ID", p.Member))}
	var against string
	if p.Against.Games() > 0 {
		against = p.Texts.Say("profile.against", "ID", p.Member, "Tally", Tally(p.Texts, p.Against))
	}
	for _, part := range []string{against, p.records(), Openings(p.Texts, p.Openings), p.earned()} {
		if part != "" {
			content = append(content, Text(part))
		}
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), append(content, Row(
		p.button("achievements", "profile.achievements"),
		discordgo.Button{CustomID: "/history/" + p.Member, Label: p.Texts.Say("profile.history"), Style: discordgo.SecondaryButton},
		discordgo.Button{CustomID: "/leaders", Label: p.Texts.Say("profile.leaders"), Style: discordgo.SecondaryButton},
	))...)}
}

func (p ProfilePage) button(action string, label texts.Key) discordgo.Button {
	return discordgo.Button{CustomID: "/profile/" + p.Member + "/" + action, Label: p.Texts.Say(label), Style: discordgo.SecondaryButton}
}

// NotPlayed draws the page for a member who has not played. It explains how to start a game.
func (p ProfilePage) NotPlayed(sentence func(l *texts.Language, text string) string) []discordgo.MessageComponent {
	if p.Member != p.Reader {
		return []discordgo.MessageComponent{Text(sentence(p.Texts, p.Texts.Say("profile.none_of", "ID", p.Member)))}
	}
	return []discordgo.MessageComponent{Text(sentence(p.Texts, p.Texts.Say("profile.none"))), Row(
		discordgo.Button{CustomID: "/play/classic", Label: p.Texts.Say("button.play"), Style: discordgo.PrimaryButton},
		discordgo.Button{CustomID: "/play/ultimate", Label: p.Texts.Say("button.play_ultimate"), Style: discordgo.PrimaryButton},
	)}
}

func (p ProfilePage) provisional(s profile.Standing) bool { return s.Rating.At(p.Now).Provisional() }

func (p ProfilePage) standing(s profile.Standing) string {
	l := p.Texts
	facts := []string{Tally(l, s.Tally)}
	if s.Peak > s.Rating.Points() {
		facts = append(facts, l.Say("profile.peak", "Rating", texts.Ordinal(s.Peak)))
	}
	if s.Streak > 1 {
		facts = append(facts, l.Count("profile.winning", s.Streak))
	}
	if s.Streak < -1 {
		facts = append(facts, l.Count("profile.losing", -s.Streak))
	}
	if s.Longest > max(s.Streak, 1) {
		facts = append(facts, l.Count("profile.longest", s.Longest))
	}
	return JoinLines(
		l.Say("profile.pool", "Name", Pool(l, s.Pool), "Rating", Standing(l, s.Rating.Points(), p.provisional(s), s.Tally.Games())),
		strings.Join(facts, " · "), p.best(s.Best))
}

func (p ProfilePage) solves() bool {
	return p.Puzzles.Rated() || p.Puzzles.BestRow > 0 || p.Puzzles.Daily.Days > 0
}

func (p ProfilePage) puzzles() string {
	l, of := p.Texts, p.Puzzles
	if !p.solves() {
		return ""
	}
	points := "–"
	var facts []string
	if of.Rated() {
		now := of.Strength()
		points = Points(now.Points(), now.At(p.Now).Provisional())
		facts = append(facts, l.Count("profile.first_try", of.Solved, "Number", l.Number(of.Solved+of.Failed)))
	}
	if of.BestRow > 0 {
		facts = append(facts, l.Count("profile.puzzle_row", of.BestRow))
	}
	if row := of.Daily.Streak(puzzle.DayAt(p.Now)); row > 0 {
		facts = append(facts, l.Count("profile.daily_row", row, "Most", texts.Ordinal(of.Daily.BestRow)))
	}
	return JoinLines(l.Say("profile.puzzles", "Rating", points), strings.Join(facts, " · "))
}

// `best` returns the text about the member's best win. It links the game only on a page that is shown in the place
// where the game was played, because a profile must not reveal anything about other servers.
func (p ProfilePage) best(b profile.BestWin) string {
	if b == (profile.BestWin{}) {
		return ""
	}
	said := []string{"Opponent", Who(p.Texts, b.Opponent), "Rating", texts.Ordinal(b.Points), "When", Date(b.At)}
	rec, kept := p.Matches[b.Match]
	isHere := rec.Place.Guild == p.Place.Guild && (p.Place.Guild != "" || rec.Place.Channel == p.Place.Channel)
	if kept && isHere {
		return p.Texts.Say("profile.best", append(said, "Game", LinkedGame(p.Texts, p.Web, rec))...)
	}
	return p.Texts.Say("profile.best_away", said...)
}

func (p ProfilePage) records() string {
	if len(p.Records) == 0 {
		return ""
	}
	l := p.Texts
	lines := []string{l.Say("profile.records")}
	for _, r := range p.Records[:min(len(p.Records), shownRecords)] {
		opponents := l.Say("who.members")
		if r.Level != "" {
			opponents = Who(l, match.Computer(r.Level))
		}
		lines = append(lines, "- "+l.Say("profile.record", "Game", Variant(l, r.Variant), "Opponent", opponents, "Tally", Tally(l, r.Tally)))
	}
	if more := len(p.Records) - shownRecords; more > 0 {
		lines = append(lines, smallText(l.Count("profile.more", more)))
	}
	return strings.Join(lines, "\n")
}

// Openings returns the text that lists a member's first moves, with the results of the games, "" for none.
func Openings(l *texts.Language, all []profile.Opening) string {
	if len(all) == 0 {
		return ""
	}
	lines := []string{l.Say("profile.openings")}
	for _, o := range all[:min(len(all), shownOpenings)] {
		lines = append(lines, "- "+l.Say("profile.opening", "Game", Variant(l, o.Variant), "Square", namedSquare(l, o.Variant, o.Square), "Tally", Tally(l, o.Tally)))
	}
	return strings.Join(lines, "\n")
}

func (p ProfilePage) earned() string {
	if len(p.Earned) == 0 {
		return ""
	}
	var names []string
	for i := len(p.Earned) - 1; i >= max(0, len(p.Earned)-shownEarned); i-- {
		names = append(names, Achievement(p.Texts, p.Earned[i].Achievement))
	}
	return p.Texts.Count("profile.earned", len(p.Earned), "Names", p.Texts.Comma(names))
}

// Chart returns the chart of the member's ratings, with a line for each pool of games between members. A line begins
// when the member has completed the placement, the first rated games in a pool. The chart has no lines if no rating has
// changed.
func (p ProfilePage) Chart() picture.Chart {
	c := picture.Chart{Times: true, Span: 100}
	if names, ok := p.Texts.Months(); ok {
		c.Months = &names
	}
	for _, s := range p.Standings {
		points := s.Shown()
		if len(points) < 2 || !s.Pool.Ranks() {
			continue
		}
		line := picture.ChartLine{Name: Pool(p.Texts, s.Pool)}
		for _, point := range points {
			line.Points = append(line.Points, picture.PointAt(point.At, float64(point.Points)))
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}

func (p ProfilePage) inWords(c picture.Chart) string {
	said := []string{p.Texts.Say("profile.chart")}
	for _, line := range c.Lines {
		lowest, highest := line.Points[0].Y, line.Points[0].Y
		for _, point := range line.Points {
			lowest, highest = min(lowest, point.Y), max(highest, point.Y)
		}
		points := func(y float64) string { return strconv.Itoa(int(y)) }
		said = append(said, p.Texts.Count("profile.chart_line", len(line.Points), "Name", line.Name, "First", points(line.Points[0].Y),
			"Last", points(line.Points[len(line.Points)-1].Y), "Lowest", points(lowest), "Highest", points(highest)))
	}
	return p.Texts.Sentences(said)
}
