package profile

import (
	"time"
)

// A Season is a period of a server's leaderboard: whole calendar months in UTC. It includes From and excludes Until.
type Season struct{ From, Until time.Time }

// SeasonOf returns the season of `months` months that contains t. The first one of a year starts in January.
func SeasonOf(months int, t time.Time) Season {
	t = t.UTC()
	first := (int(t.Month())-1)/months*months + 1
	from := time.Date(t.Year(), time.Month(first), 1, 0, 0, 0, 0, time.UTC)
	return Season{from, from.AddDate(0, months, 0)}
}

// Before returns the previous season, if each season lasts `months` months.
func (s Season) Before(months int) Season { return Season{s.From.AddDate(0, -months, 0), s.From} }

// A SeasonPlace is a member's result in a season: a rated win against a member is a point, a draw half a point.
type SeasonPlace struct {
	Member string
	Points int // in half points
	Games  int
}

// A SeasonTable has the best members of a season in a pool of ratings, best first.
type SeasonTable struct {
	Season Season
	Pool   Pool
	Places []SeasonPlace
}
