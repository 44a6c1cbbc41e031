package pages

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"

	"noughts/game/profile"
	"noughts/game/puzzle"
)

const leadersDays = 30

// leaderboardCommand declares /leaderboard, which privately lists the members with the best ratings
// of a pool of games (3×3, larger boards or Ultimate), in the server or everywhere, or the members of the server who have
// solved the most puzzles of the day. Any member may use the command and share a page.
func (p Pages) leaderboardCommand() card.Declaration {
	pools := p.Declare.Option(discordgo.ApplicationCommandOptionString, "game")
	for _, pool := range card.Leaderboards() {
		pools.Choices = append(pools.Choices, p.Declare.Choice(string(pool), func(l *texts.Language) string { return card.Pool(l, pool) }))
	}
	return card.Declaration{
		Declaration: p.Declare.Slash("leaderboard", pools, p.Declare.Choose("scope", "server", "everywhere"),
			p.Declare.Choose("period", "month", "season", "ever")),
		Run: p.runLeaderboard,
	}
}

// runLeaderboard shows the leaderboard that the options name. The default is the server's for 3×3, of all time.
func (p Pages) runLeaderboard(r *plan.Request) (plan.Plan, error) {
	page := card.LeadersPage{Pool: profile.Pool(cmp.Or(r.Options.Text("game"), string(profile.Classic3))), Number: 1}
	scope, period := r.Options.Text("scope"), r.Options.Text("period")
	page.Scope = card.LeadersScope{Here: scope != "everywhere", Month: period == "month", Season: period == "season"}
	page.Scope.Here = page.Scope.Here || page.Scope.Season
	for _, option := range []struct {
		name, value string
		ok          bool
	}{
		{"game", string(page.Pool), slices.Contains(card.Leaderboards(), page.Pool)},
		{"scope", scope, scope == "" || scope == "server" || scope == "everywhere"},
		{"period", period, period == "" || period == "month" || period == "season" || period == "ever"},
	} {
		if !option.ok {
			return nil, plan.RefuseOption(option.name, option.value)
		}
	}
	return p.leaders(r, page, r.Private)
}

// pressLeaders shows the server's leaderboard in a new message. Its button is below a profile.
func (p Pages) pressLeaders(r *plan.Request) (plan.Plan, error) {
	page := card.LeadersPage{Pool: profile.Classic3, Scope: card.LeadersScope{Here: true}, Number: 1}
	return p.leaders(r, page, r.Private)
}

// pressLeadersPage shows the page in the custom id, or posts it in the channel. If another game or scope was chosen
// from a menu, it shows the first page of that leaderboard.
func (p Pages) pressLeadersPage(r *plan.Request) (plan.Plan, error) {
	pool, scope, number := r.Vars["pool"], r.Vars["scope"], 1
	var err error
	switch {
	case r.Vars["page"] != "":
		number, err = strconv.Atoi(r.Vars["page"])
	case strings.HasSuffix(r.Path, "/game"):
		pool, err = r.Chosen()
	default:
		scope, err = r.Chosen()
	}
	if err != nil {
		return nil, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	page := card.LeadersPage{Pool: profile.Pool(pool), Number: number}
	var ok bool
	page.Scope, ok = card.ParseLeadersScope(scope)
	if !ok || !slices.Contains(card.Leaderboards(), page.Pool) || number < 1 || number > maxLeadersPage {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	if strings.Contains(r.Path, "/share/") {
		page.Texts = r.Shared()
		return p.leaders(r, page, r.Public)
	}
	return p.leaders(r, page, r.Page)
}

const maxLeadersPage = 100_000_000

// leaders shows a page of a leaderboard: to everybody if page.Texts is set, otherwise to the user. Outside servers it
// shows the leaderboard of all members everywhere.
func (p Pages) leaders(
	r *plan.Request, page card.LeadersPage, show func(plan.Content) plan.Answer,
) (answer plan.Plan, err error) {
	page.Sentence, page.Server, page.HasSeasons = p.Clickable, r.Place.Guild != "", r.Server.Season > 0
	if page.Texts == nil {
		page.Texts, page.Reader = r.Language, r.User
	}
	if page.Pool == card.DailyPool {
		return p.dailyLeaders(r, page, show)
	}
	if page.Scope.Season {
		if !page.HasSeasons {
			return nil, plan.Refuse("refuse.no_season")
		}
		page.Number = 1
		which := plan.Seasons{Pool: page.Pool, Months: r.Server.Season, Limit: card.LeadersLimit, Past: pastSeasons}
		if page.Seasons, err = r.Read.Seasons(which); err != nil {
			return nil, err
		}
		return show(plan.Components(page.Draw()...)), nil
	}
	page.Scope.Here = page.Scope.Here && page.Server
	which := plan.Leaders{
		Board: profile.Leaderboard{Pool: page.Pool}, From: (page.Number - 1) * card.LeadersLimit, Limit: card.LeadersLimit,
		Member: r.User, Away: r.Place.Away,
	}
	if page.Scope.Here {
		which.Board.Guild = r.Place.Guild
	}
	if page.Scope.Month {
		which.Days = leadersDays
	}
	if page.Board, err = r.Read.Leaders(which); err != nil {
		return nil, err
	}
	if last := page.Pages(); page.Number > last { // the leaderboard has fewer pages now
		page.Number = last
		return p.leaders(r, page, show)
	}
	reader, err := r.Read.Member(r.User)
	page.Unlisted = reader.Unlisted
	return show(plan.Components(page.Draw()...)), err
}

// dailyLeaders shows a page of the server's leaderboard of the daily puzzle: of this month, or of all time.
func (p Pages) dailyLeaders(r *plan.Request, page card.LeadersPage, show func(plan.Content) plan.Answer) (plan.Plan, error) {
	if !page.Server {
		return nil, plan.Refuse("refuse.no_server")
	}
	page.Scope = card.LeadersScope{Here: true, Month: page.Scope.Month}
	from := (page.Number - 1) * card.LeadersLimit
	all, err := r.Read.DailyLeaders(page.Scope.Month, from, from+card.LeadersLimit)
	if err != nil {
		return nil, err
	}
	page.Board.Total = len(all)
	if last := page.Pages(); page.Number > last { // the leaderboard has fewer pages now
		page.Number = last
		return p.dailyLeaders(r, page, show)
	}
	page.Daily = all[from:min(from+card.LeadersLimit, len(all))]
	if i := slices.IndexFunc(all, func(c puzzle.Champion) bool { return c.Member == r.User }); i >= 0 {
		page.Board.Own = profile.Rank{Rank: i + 1, Points: all[i].Days}
	}
	reader, err := r.Read.Member(r.User)
	page.Unlisted = reader.Unlisted
	return show(plan.Components(page.Draw()...)), err
}

// pastSeasons is the number of earlier seasons that the leaderboard of a season names.
const pastSeasons = 3
