package card

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/render"
)

// LeadersLimit is the number of places on a page of a leaderboard.
const LeadersLimit = 10

// DailyPool stands for the puzzle of the day, which has a leaderboard in each server but no ratings.
const DailyPool profile.Pool = "daily"

// Leaderboards returns what has leaderboards: the pools of ratings, and DailyPool.
func Leaderboards() []profile.Pool { return append(profile.Pools(), DailyPool) }

// A LeadersScope selects the members that a leaderboard ranks.
type LeadersScope struct {
	Here  bool // only members who have played in this server; otherwise all members
	Month bool // only members who have played in the last 30 days; otherwise whenever they played
	// Season selects the members of this server and ranks them by their points in its current season.
	Season bool
}

type scopeWords struct {
	LeadersScope
	word string
	text texts.Key
}

var leadersScopes = []scopeWords{
	{LeadersScope{Here: true, Month: true}, "here-month", "leaders.here_month"}, {LeadersScope{Here: true}, "here", "leaders.here_ever"},
	{LeadersScope{Here: true, Season: true}, "season", "leaders.here_season"},
	{LeadersScope{Month: true}, "month", "leaders.all_month"}, {LeadersScope{}, "all", "leaders.all_ever"},
}

// String returns the scope's name in custom ids, such as "here-month".
func (s LeadersScope) String() string {
	for _, scope := range leadersScopes {
		if scope.LeadersScope == s {
			return scope.word
		}
	}
	return ""
}

// ParseLeadersScope returns the scope with a name that String has returned. It returns false for any other text.
func ParseLeadersScope(word string) (LeadersScope, bool) {
	for _, scope := range leadersScopes {
		if scope.word == word {
			return scope.LeadersScope, true
		}
	}
	return LeadersScope{}, false
}

// A LeadersPage draws a page of a leaderboard.
type LeadersPage struct {
	Texts *texts.Language
	// Sentence turns the names of commands in a text into links.
	Sentence func(l *texts.Language, text string) string
	Pool     profile.Pool
	Scope    LeadersScope
	Number   int // number of the page, from 1
	Board    profile.Page
	// Daily has the entries of DailyPool. Board then has their total number, and as Own the reader's rank and, as Points,
	// how many puzzles they have solved.
	Daily  []puzzle.Champion
	Server bool // whether the page is shown in a server, where a leaderboard of the server exists
	// Reader is the id of the member who sees the page. The page has this member's own place and
	// buttons. Reader is "" on a public page.
	Reader   string
	Unlisted bool // whether the reader has chosen not to be listed on leaderboards
	// HasSeasons is true in a server with seasons. Seasons has the current season and earlier ones;
	// it is used only for the scope Season.
	HasSeasons bool
	Seasons    []profile.SeasonTable
}

// Pages returns the number of pages.
func (p LeadersPage) Pages() int { return max(1, (p.Board.Total+LeadersLimit-1)/LeadersLimit) }

// Draw draws the page.
func (p LeadersPage) Draw() []discordgo.MessageComponent {
	l, number := p.Texts, ""
	if p.Pages() > 1 {
		number = l.Say("rules.page", "Page", texts.Ordinal(p.Number), "Pages", texts.Ordinal(p.Pages()))
	}
	content := []discordgo.MessageComponent{
		Text("### " + l.Say("leaders.title", "Name", Pool(l, p.Pool)) + "\n" + smallText(p.scope(p.Scope), number)),
		Text(p.lines()),
	}
	if p.Reader != "" {
		content = append(content, Text(JoinLines(p.below(), smallText(p.Sentence(l, l.Say("leaders.how"))))))
		content = append(content, p.controls()...)
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

func (p LeadersPage) scope(s LeadersScope) string {
	if p.Pool == DailyPool && s.Month {
		return p.Texts.Say("leaders.here_this_month")
	}
	i := slices.IndexFunc(leadersScopes, func(one scopeWords) bool { return one.LeadersScope == s })
	return p.Texts.Say(leadersScopes[i].text)
}

// `below` returns the text below the entries. For a season it explains how points are counted and
// names the winners of earlier seasons. Otherwise it has the reader's own place.
func (p LeadersPage) below() string {
	if !p.Scope.Season {
		climbers := ""
		if p.Board.Climbers > 0 {
			climbers = p.Texts.Count("leaders.climbers", p.Board.Climbers)
		}
		return JoinLines(p.own(), climbers, p.provisional())
	}
	lines := []string{p.Texts.Say("leaders.season_how", "When", Moment(p.Seasons[0].Season.Until))}
	for _, past := range p.Seasons[1:] {
		won := past.Places[0]
		lines = append(lines, p.Texts.Say("leaders.season_past", "When", Date(past.Season.Until.Add(-time.Second)), "ID", won.Member, "Points", halves(won.Points)))
	}
	return JoinLines(lines...)
}

func (p LeadersPage) hasPlaces() bool {
	return len(p.Board.Places) > 0 || len(p.Daily) > 0 || p.Scope.Season && len(p.Seasons[0].Places) > 0
}

func (p LeadersPage) lines() string {
	if !p.hasPlaces() {
		none := texts.Key("leaders.none")
		if p.Pool == DailyPool {
			none = "leaders.daily_none"
		}
		return p.Sentence(p.Texts, p.Texts.Say(none))
	}
	var lines []string
	for i, c := range p.Daily {
		average := p.Texts.Decimal(float64(c.Tries)/float64(c.Days), 1)
		lines = append(lines, p.Texts.Count("leaders.daily_line", c.Days, "Rank", texts.Ordinal((p.Number-1)*LeadersLimit+i+1), "ID", c.Member, "Average", average, "Most", texts.Ordinal(c.Streak)))
	}
	if p.Scope.Season {
		for i, place := range p.Seasons[0].Places {
			lines = append(lines, p.Texts.Count("leaders.line", place.Games, "Rank", texts.Ordinal(i+1), "ID", place.Member, "Rating", halves(place.Points)))
		}
	}
	for _, place := range p.Board.Places {
		games := place.Tally.Games()
		line := p.Texts.Say("leaders.placing", "ID", place.Member, "Number", texts.Ordinal(games), "Most", texts.Ordinal(profile.Placement))
		if place.Placed() {
			line = p.Texts.Count("leaders.line", games, "Rank", texts.Ordinal(place.Rank), "ID", place.Member, "Rating", Points(place.Points, place.Provisional))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// provisional returns the text that explains the question mark after a provisional rating. It
// returns "" if no rating on the page has a question mark.
func (p LeadersPage) provisional() string {
	marked := func(place profile.Rank) bool { return place.Placed() && place.Provisional }
	if marked(p.Board.Own) || slices.ContainsFunc(p.Board.Places, marked) {
		return smallText(p.Texts.Say("leaders.provisional"))
	}
	return ""
}

func (p LeadersPage) own() string {
	switch own := p.Board.Own; {
	case p.Unlisted:
		return p.Sentence(p.Texts, p.Texts.Say("leaders.unlisted"))
	case p.Pool == DailyPool && own.Rank == 0:
		return ""
	case p.Pool == DailyPool:
		return p.Texts.Say("leaders.own", "Rank", texts.Ordinal(own.Rank), "Total", p.Texts.Number(p.Board.Total), "Rating", texts.Ordinal(own.Points)+" 🧩")
	case own.Rank == 0:
		return p.Texts.Say("leaders.no_place")
	case !own.Placed():
		return p.Texts.Say("leaders.own_placing", "Number", texts.Ordinal(own.Tally.Games()), "Most", texts.Ordinal(profile.Placement))
	default:
		return p.Texts.Say("leaders.own", "Rank", texts.Ordinal(own.Rank), "Total", p.Texts.Number(p.Board.Total), "Rating", Points(own.Points, own.Provisional))
	}
}

func (p LeadersPage) controls() []discordgo.MessageComponent {
	at := "/leaders/" + string(p.Pool) + "/" + p.Scope.String() + "/"
	games := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: at + "game", Placeholder: p.Texts.Say("leaders.which_game")}
	for _, pool := range Leaderboards() {
		if p.Server || pool != DailyPool {
			games.Options = append(games.Options, discordgo.SelectMenuOption{Label: Pool(p.Texts, pool), Value: string(pool), Default: pool == p.Pool})
		}
	}
	scopes := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: at + "scope", Placeholder: p.Texts.Say("leaders.which_scope")}
	for _, scope := range leadersScopes {
		if (p.Server || !scope.Here) && (p.HasSeasons || !scope.Season) && (p.Pool != DailyPool || scope.Here && !scope.Season) {
			scopes.Options = append(scopes.Options, discordgo.SelectMenuOption{Label: p.scope(scope.LeadersScope), Value: scope.word, Default: scope.LeadersScope == p.Scope})
		}
	}
	var buttons []discordgo.MessageComponent
	to := func(action string, label texts.Key) {
		buttons = append(buttons, discordgo.Button{CustomID: at + action, Label: p.Texts.Say(label), Style: discordgo.SecondaryButton})
	}
	if p.Number > 1 {
		to(strconv.Itoa(p.Number-1), texts.ButtonBack)
	}
	if p.Number < p.Pages() {
		to(strconv.Itoa(p.Number+1), texts.ButtonNext)
	}
	own := (p.Board.Own.Rank + LeadersLimit - 1) / LeadersLimit
	if own > 0 && max(own-p.Number, p.Number-own) > 1 {
		to(strconv.Itoa(own), "leaders.mine")
	}
	if p.hasPlaces() {
		to("share/"+strconv.Itoa(p.Number), "button.share")
	}
	return append([]discordgo.MessageComponent{Row(games), Row(scopes)}, Rows(buttons)...)
}

// SeasonLine returns a line with the best members of a pool's season and their points.
func SeasonLine(l *texts.Language, t profile.SeasonTable) string {
	var named []string
	for i, place := range t.Places {
		named = append(named, medals[i+1]+" <@"+place.Member+"> **"+halves(place.Points)+"**")
	}
	return l.Say("game.of", "Game", Pool(l, t.Pool), "Players", strings.Join(named, " "))
}
