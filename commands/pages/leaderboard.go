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
)

const leadersDays = 30

// leaderboardCommand declares /leaderboard, which privately lists the members with the best ratings
// of a pool of games (3×3, larger boards or Ultimate), in the server or everywhere. Any member may
// use the command and share a page.
func (p People) leaderboardCommand() card.Declaration {
	pools := p.Declare.Option(discordgo.ApplicationCommandOptionString, "game")
	for _, pool := range profile.Pools() {
		pools.Choices = append(pools.Choices, p.Declare.Choice(string(pool), func(l *texts.Language) string { return card.Pool(l, pool) }))
	}
	return card.Declaration{
		Declaration: p.Declare.Slash("leaderboard", pools, p.Declare.Choose("scope", "server", "everywhere"), p.Declare.Choose("period", "month", "season", "ever")),
		Run: func(r *plan.Request) (plan.Plan, error) {
			b, err := readLeaders(r)
			if err != nil {
				return nil, err
			}
			return p.leaders(r, b)
		},
	}
}

type leadersChoice struct {
	pool   profile.Pool
	scope  card.LeadersScope
	number int // number of the page, from 1
	public bool
	anew   bool // the page is a new private message; otherwise it replaces the pressed message
}

// readLeaders reads the command's options. The default is the server's leaderboard for 3×3, of all time.
func readLeaders(r *plan.Request) (leadersChoice, error) {
	b := leadersChoice{pool: profile.Pool(cmp.Or(r.Options.Text("game"), string(profile.Classic3))), number: 1}
	scope, period := r.Options.Text("scope"), r.Options.Text("period")
	b.scope = card.LeadersScope{Here: scope != "everywhere", Month: period == "month", Season: period == "season"}
	b.scope.Here = b.scope.Here || b.scope.Season
	for _, option := range []struct {
		name, value string
		ok          bool
	}{
		{"game", string(b.pool), slices.Contains(profile.Pools(), b.pool)},
		{"scope", scope, scope == "" || scope == "server" || scope == "everywhere"},
		{"period", period, period == "" || period == "month" || period == "season" || period == "ever"},
	} {
		if !option.ok {
			return b, plan.RefuseOption(option.name, option.value)
		}
	}
	return b, nil
}

// pressLeaders shows the server's leaderboard in a new message. Its button is below a profile.
func (p People) pressLeaders(r *plan.Request) (plan.Plan, error) {
	return p.leaders(r, leadersChoice{pool: profile.Classic3, scope: card.LeadersScope{Here: true}, number: 1, anew: true})
}

// pressLeadersPage shows the page in the custom id, or posts it in the channel. If another game or scope was chosen from a
// menu, it shows the first page of that leaderboard.
func (p People) pressLeadersPage(r *plan.Request) (plan.Plan, error) {
	b := leadersChoice{pool: profile.Pool(r.Vars["pool"]), number: 1, public: strings.Contains(r.Path, "/share/")}
	scope, page := r.Vars["scope"], r.Vars["page"]
	var err error
	switch {
	case page != "":
		b.number, err = strconv.Atoi(page)
	case strings.HasSuffix(r.Path, "/game"):
		var pool string
		pool, err = r.Chosen()
		b.pool = profile.Pool(pool)
	default:
		scope, err = r.Chosen()
	}
	if err != nil {
		return nil, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	var ok bool
	b.scope, ok = card.ParseLeadersScope(scope)
	if !ok || !slices.Contains(profile.Pools(), b.pool) || b.number < 1 || b.number > maxLeadersPage {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	return p.leaders(r, b)
}

const maxLeadersPage = 100_000_000

// leaders shows a page of a leaderboard. Outside servers it shows the leaderboard of all members everywhere.
func (p People) leaders(r *plan.Request, b leadersChoice) (plan.Plan, error) {
	if b.scope.Season {
		return p.season(r, b)
	}
	b.scope.Here = b.scope.Here && r.Place.Guild != ""
	which := plan.Leaders{
		Board: profile.Board{Pool: b.pool}, From: (b.number - 1) * card.LeadersLimit, Limit: card.LeadersLimit, Member: r.User, Away: r.Place.Away,
	}
	if b.scope.Here {
		which.Board.Guild = r.Place.Guild
	}
	if b.scope.Month {
		which.Days = leadersDays
	}
	board, err := r.Read.Leaders(which)
	if err != nil {
		return nil, err
	}
	page := card.LeadersPage{Sentence: p.Clickable, Pool: b.pool, Scope: b.scope, Number: b.number, Board: board, Server: r.Place.Guild != "", HasSeasons: r.Server.Season > 0}
	if last := page.Pages(); b.number > last { // the leaderboard has fewer pages now
		b.number = last
		return p.leaders(r, b)
	}
	reader, err := r.Read.Member(r.User)
	page.Unlisted = reader.Unlisted
	return showLeaders(r, b, page), err
}

// showLeaders shows a page to the member who asked for it, or to everybody.
func showLeaders(r *plan.Request, b leadersChoice, page card.LeadersPage) plan.Answer {
	if b.public {
		page.Texts = r.Shared()
		return r.Public(plan.Components(page.Draw()...))
	}
	page.Texts, page.Reader = r.Reader, r.User
	if b.anew {
		return r.Private(plan.Components(page.Draw()...))
	}
	return r.Page(plan.Components(page.Draw()...))
}

const pastSeasons = 3

// season shows the leaderboard of the server's current season. It refuses if the server has no seasons.
func (p People) season(r *plan.Request, b leadersChoice) (plan.Plan, error) {
	if r.Server.Season == 0 {
		return nil, plan.Refuse("refuse.no_season")
	}
	seasons, err := r.Read.Seasons(plan.Seasons{Pool: b.pool, Months: r.Server.Season, Limit: card.LeadersLimit, Past: pastSeasons})
	if err != nil {
		return nil, err
	}
	page := card.LeadersPage{Sentence: p.Clickable, Pool: b.pool, Scope: b.scope, Number: 1, Server: true, HasSeasons: true, Seasons: seasons}
	return showLeaders(r, b, page), nil
}
