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
	"noughts/game/rating"
	"noughts/render"
)

// Texts of a leaderboard.
const (
	leadersTitle       texts.Key = "leaders.title"
	leadersMonth       texts.Key = "leaders.here_month"
	leadersEver        texts.Key = "leaders.here_ever"
	leadersAllMonth    texts.Key = "leaders.all_month"
	leadersAllEver     texts.Key = "leaders.all_ever"
	leadersLine        texts.Key = "leaders.line"
	leadersPlacing     texts.Key = "leaders.placing"
	leadersOwnPlacing  texts.Key = "leaders.own_placing"
	leadersNone        texts.Key = "leaders.none"
	leadersOwn         texts.Key = "leaders.own"
	leadersNoPlace     texts.Key = "leaders.no_place"
	leadersUnlisted    texts.Key = "leaders.unlisted"
	leadersProvisional texts.Key = "leaders.provisional"
	leadersHow         texts.Key = "leaders.how"
	leadersSeason      texts.Key = "leaders.here_season"
	leadersSeasonHow   texts.Key = "leaders.season_how"
	leadersSeasonPast  texts.Key = "leaders.season_past"
	leadersWhichGame   texts.Key = "leaders.which_game"
	leadersWhichScope  texts.Key = "leaders.which_scope"
	leadersMine        texts.Key = "leaders.mine"
	showEveryone       texts.Key = "leaders.share"
)

// LeadersLimit is how many places a page of a leaderboard has.
const LeadersLimit = 10

// A LeadersScope chooses the members that a leaderboard ranks.
type LeadersScope struct {
	Here  bool // members who have played in this server; else everybody
	Month bool // members who have played in the last thirty days; else of all time
	// Season ranks the members of this server by their points in its season.
	Season bool
}

// scopeWords are the words for a scope.
type scopeWords struct {
	LeadersScope
	word string
	text texts.Key
}

// leadersScopes are all scopes, in the order of the menu. Their words are parts of custom ids.
var leadersScopes = []scopeWords{
	{LeadersScope{Here: true, Month: true}, "here-month", leadersMonth}, {LeadersScope{Here: true}, "here", leadersEver},
	{LeadersScope{Here: true, Season: true}, "season", leadersSeason},
	{LeadersScope{Month: true}, "month", leadersAllMonth}, {LeadersScope{}, "all", leadersAllEver},
}

// String returns the word for a scope in custom ids.
func (s LeadersScope) String() string {
	for _, scope := range leadersScopes {
		if scope.LeadersScope == s {
			return scope.word
		}
	}
	return ""
}

// ParseLeadersScope is the inverse of String.
func ParseLeadersScope(word string) (LeadersScope, bool) {
	for _, scope := range leadersScopes {
		if scope.word == word {
			return scope.LeadersScope, true
		}
	}
	return LeadersScope{}, false
}

// A LeadersPage has all that a page of a leaderboard shows.
type LeadersPage struct {
	Texts *texts.Language
	// Sentence turns the commands in a text into links.
	Sentence func(l *texts.Language, text string) string
	Pool     rating.Pool
	Scope    LeadersScope
	Number   int // of the page, from 1
	Board    profile.Page
	Server   bool // the page is shown in a server, which has a leaderboard of its own
	// Reader is the member who sees the page. The page shows their own place and their buttons. It is "" on a
	// page for everybody.
	Reader   string
	Unlisted bool // the reader is not listed on leaderboards
	// HasSeasons is set in a server with seasons. Seasons are the current one and those before it, for the scope of
	// a season.
	HasSeasons bool
	Seasons    []profile.SeasonTable
}

// Pages returns how many pages there are.
func (p LeadersPage) Pages() int { return max(1, (p.Board.Total+LeadersLimit-1)/LeadersLimit) }

// Draw returns the page.
func (p LeadersPage) Draw() []discordgo.MessageComponent {
	l, number := p.Texts, ""
	if p.Pages() > 1 {
		number = l.Say(texts.RulesPage, "Page", texts.Ordinal(p.Number), "Pages", texts.Ordinal(p.Pages()))
	}
	content := []discordgo.MessageComponent{
		Text("### " + l.Say(leadersTitle, "Name", Pool(l, p.Pool)) + "\n" + small(p.scope(p.Scope), number)),
		Text(p.lines()),
	}
	if p.Reader != "" {
		content = append(content, Text(joinLines(p.below(), small(p.Sentence(l, l.Say(leadersHow))))))
		content = append(content, p.controls()...)
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

// scope names the members that a leaderboard ranks.
func (p LeadersPage) scope(s LeadersScope) string {
	i := slices.IndexFunc(leadersScopes, func(one scopeWords) bool { return one.LeadersScope == s })
	return p.Texts.Say(leadersScopes[i].text)
}

// below returns what follows the entries: of a season how it is counted and who won those before it, else the reader's
// own place.
func (p LeadersPage) below() string {
	if !p.Scope.Season {
		return joinLines(p.own(), p.provisional())
	}
	lines := []string{p.Texts.Say(leadersSeasonHow, "When", Moment(p.Seasons[0].Season.Until))}
	for _, past := range p.Seasons[1:] {
		won := past.Places[0]
		lines = append(lines, p.Texts.Say(leadersSeasonPast, "When", Date(past.Season.Until.Add(-time.Second)), "ID", won.Member, "Points", halves(won.Points)))
	}
	return joinLines(lines...)
}

// hasPlaces reports whether anybody is listed.
func (p LeadersPage) hasPlaces() bool {
	return len(p.Board.Places) > 0 || p.Scope.Season && len(p.Seasons[0].Places) > 0
}

// lines returns the entries, a line each.
func (p LeadersPage) lines() string {
	if !p.hasPlaces() {
		return p.Sentence(p.Texts, p.Texts.Say(leadersNone))
	}
	var lines []string
	if p.Scope.Season {
		for i, place := range p.Seasons[0].Places {
			lines = append(lines, p.Texts.Count(leadersLine, place.Games, "Rank", texts.Ordinal(i+1), "ID", place.Member, "Rating", halves(place.Points)))
		}
	}
	for _, place := range p.Board.Places {
		games := place.Rated.Games()
		line := p.Texts.Say(leadersPlacing, "ID", place.Member, "Number", texts.Ordinal(games), "Most", texts.Ordinal(rating.Placement))
		if place.Placed() {
			line = p.Texts.Count(leadersLine, games, "Rank", texts.Ordinal(place.Rank), "ID", place.Member, "Rating", Points(place.Points, place.Provisional))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// provisional explains the question mark after a rating, "" if no rating on the page has it.
func (p LeadersPage) provisional() string {
	marked := func(place profile.Place) bool { return place.Placed() && place.Provisional }
	if marked(p.Board.Own) || slices.ContainsFunc(p.Board.Places, marked) {
		return small(p.Texts.Say(leadersProvisional))
	}
	return ""
}

// own returns the reader's own place.
func (p LeadersPage) own() string {
	switch own := p.Board.Own; {
	case p.Unlisted:
		return p.Sentence(p.Texts, p.Texts.Say(leadersUnlisted))
	case own.Rank == 0:
		return p.Texts.Say(leadersNoPlace)
	case !own.Placed():
		return p.Texts.Say(leadersOwnPlacing, "Number", texts.Ordinal(own.Rated.Games()), "Most", texts.Ordinal(rating.Placement))
	default:
		return p.Texts.Say(leadersOwn, "Rank", texts.Ordinal(own.Rank), "Total", p.Texts.Number(p.Board.Total), "Rating", Points(own.Points, own.Provisional))
	}
}

// controls returns the menus that choose another leaderboard, and the buttons that turn pages.
func (p LeadersPage) controls() []discordgo.MessageComponent {
	at := "/leaders/" + string(p.Pool) + "/" + p.Scope.String() + "/"
	games := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: at + "game", Placeholder: p.Texts.Say(leadersWhichGame)}
	for _, pool := range rating.Pools() {
		games.Options = append(games.Options, discordgo.SelectMenuOption{Label: Pool(p.Texts, pool), Value: string(pool), Default: pool == p.Pool})
	}
	scopes := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: at + "scope", Placeholder: p.Texts.Say(leadersWhichScope)}
	for _, scope := range leadersScopes {
		if (p.Server || !scope.Here) && (p.HasSeasons || !scope.Season) {
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
	if own := p.ownPage(); own > 0 && own != p.Number && own != p.Number-1 && own != p.Number+1 {
		to(strconv.Itoa(own), leadersMine)
	}
	if p.hasPlaces() {
		to("share/"+strconv.Itoa(p.Number), showEveryone)
	}
	rows := []discordgo.MessageComponent{Row(games), Row(scopes)}
	if len(buttons) > 0 {
		rows = append(rows, Row(buttons...))
	}
	return rows
}

// ownPage returns the number of the page that lists the reader, 0 for none.
func (p LeadersPage) ownPage() int {
	if p.Board.Own.Rank == 0 {
		return 0
	}
	return (p.Board.Own.Rank + LeadersLimit - 1) / LeadersLimit
}

// SeasonLine names the best members of a pool's season, with their points.
func SeasonLine(l *texts.Language, t profile.SeasonTable) string {
	var named []string
	for i, place := range t.Places {
		named = append(named, medals[i+1]+" <@"+place.Member+"> **"+halves(place.Points)+"**")
	}
	return l.Say(gameOf, "Game", Pool(l, t.Pool), "Players", strings.Join(named, " "))
}
