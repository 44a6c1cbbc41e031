package match_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/game/match"
)

// idList returns n different ids.
func idList(n int) (ids []string) {
	for i := range n {
		ids = append(ids, strconv.Itoa(1000+i))
	}
	return ids
}

func TestMemberSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*match.Member)
		want   error
	}{
		"nothing chosen":          {func(*match.Member) {}, nil},
		"an id of 20 digits":      {func(m *match.Member) { m.ID = "18446744073709551615" }, nil},
		"no id":                   {func(m *match.Member) { m.ID = "" }, match.ErrSettings},
		"nobody":                  {func(m *match.Member) { m.ID = match.Anonymous }, match.ErrSettings},
		"a name for an id":        {func(m *match.Member) { m.ID = "ann" }, match.ErrSettings},
		"an id of 21 digits":      {func(m *match.Member) { m.ID = strings.Repeat("1", 21) }, match.ErrSettings},
		"a style and marks":       {func(m *match.Member) { m.Style, m.Marks = "box-2", "cats_dogs" }, nil},
		"a picture for a style":   {func(m *match.Member) { m.Style = "🐈" }, match.ErrSettings},
		"a long name of marks":    {func(m *match.Member) { m.Marks = strings.Repeat("a", 33) }, match.ErrSettings},
		"the numeric keypad":      {func(m *match.Member) { m.Keypad = match.NumericKeypad }, nil},
		"boards in words":         {func(m *match.Member) { m.Words = match.WordsPrivately }, nil},
		"other words":             {func(m *match.Member) { m.Words = "poems" }, match.ErrSettings},
		"another keypad":          {func(m *match.Member) { m.Keypad = "Numeric" }, match.ErrSettings},
		"challenges of nobody":    {func(m *match.Member) { m.Challengers = match.FromNobody }, nil},
		"of a server":             {func(m *match.Member) { m.Challengers, m.ChallengeServer = match.FromServer, "7" }, nil},
		"of no server":            {func(m *match.Member) { m.Challengers = match.FromServer }, match.ErrSettings},
		"of a server and all":     {func(m *match.Member) { m.ChallengeServer = "7" }, match.ErrSettings},
		"of what is no server":    {func(m *match.Member) { m.Challengers, m.ChallengeServer = match.FromServer, "x" }, match.ErrSettings},
		"of friends":              {func(m *match.Member) { m.Challengers = "friends" }, match.ErrSettings},
		"a hundred blocked":       {func(m *match.Member) { m.Blocked = idList(match.MaxBlocked) }, nil},
		"a hundred and one":       {func(m *match.Member) { m.Blocked = idList(match.MaxBlocked + 1) }, match.ErrTooMany},
		"one blocked twice":       {func(m *match.Member) { m.Blocked = []string{"200", "300", "200"} }, match.ErrSettings},
		"who blocks themselves":   {func(m *match.Member) { m.Blocked = []string{"200", "100"} }, match.ErrSettings},
		"nobody among those shut": {func(m *match.Member) { m.Blocked = []string{""} }, match.ErrSettings},
		"lessons":                 {func(m *match.Member) { m.Learn("forced"); m.Learn("send"); m.Learn("forced") }, nil},
		"a lesson twice":          {func(m *match.Member) { m.Lessons = []string{"send", "send"} }, match.ErrSettings},
		"a lesson without a name": {func(m *match.Member) { m.Lessons = []string{""} }, match.ErrSettings},
		"lessons without an end":  {func(m *match.Member) { m.Lessons = idList(match.MaxLessons + 1) }, match.ErrTooMany},
	} {
		m := match.Member{ID: "100"}
		c.change(&m)
		if err := m.Validate(); !errors.Is(err, c.want) || err != nil && !errors.Is(err, match.ErrSettings) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestServerSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*match.Server)
		want   error
	}{
		"nothing chosen":        {func(*match.Server) {}, nil},
		"no id":                 {func(s *match.Server) { s.ID = "" }, match.ErrSettings},
		"fifty channels":        {func(s *match.Server) { s.Channels = idList(match.MaxPlaces) }, nil},
		"fifty-one channels":    {func(s *match.Server) { s.Channels = idList(match.MaxPlaces + 1) }, match.ErrTooMany},
		"fifty-one roles":       {func(s *match.Server) { s.Roles = idList(match.MaxPlaces + 1) }, match.ErrTooMany},
		"a role with a name":    {func(s *match.Server) { s.Roles = []string{"admin"} }, match.ErrSettings},
		"a channel twice":       {func(s *match.Server) { s.Channels = []string{"1", "1"} }, match.ErrSettings},
		"a clock":               {func(s *match.Server) { s.Clock = 24 * time.Hour }, nil},
		"half a second":         {func(s *match.Server) { s.Clock = time.Second / 2 }, match.ErrSettings},
		"time that runs back":   {func(s *match.Server) { s.Clock = -time.Second }, match.ErrSettings},
		"a language":            {func(s *match.Server) { s.Locale = "zh-TW" }, nil},
		"what is no language":   {func(s *match.Server) { s.Locale = "中文" }, match.ErrSettings},
		"a style of two words":  {func(s *match.Server) { s.Style = "box 2" }, match.ErrSettings},
		"a puzzle at midnight":  {func(s *match.Server) { s.DailyChannel = "3" }, nil},
		"a puzzle at 23":        {func(s *match.Server) { s.DailyChannel, s.DailyHour = "3", 23 }, nil},
		"a puzzle at 24":        {func(s *match.Server) { s.DailyChannel, s.DailyHour = "3", 24 }, match.ErrSettings},
		"a puzzle before":       {func(s *match.Server) { s.DailyHour = -1 }, match.ErrSettings},
		"a puzzle in #games":    {func(s *match.Server) { s.DailyChannel = "#games" }, match.ErrSettings},
		"a log that is nowhere": {func(s *match.Server) { s.LogChannel = "0" }, match.ErrSettings},
	} {
		s := match.Server{ID: "7"}
		c.change(&s)
		if err := s.Validate(); !errors.Is(err, c.want) || err != nil && !errors.Is(err, match.ErrSettings) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestWhatAMemberIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ noTurns, noReminders bool }{{}, {true, false}, {false, true}, {true, true}} {
		m := match.Member{NoTurnPings: c.noTurns, NoReminders: c.noReminders}
		for notice, refused := range map[match.Notice]bool{match.Accepted: c.noTurns, match.YourTurn: c.noTurns, match.TimeShort: c.noReminders} {
			if m.Wants(notice) == refused {
				t.Errorf("%+v wants %d: %t", c, notice, !refused)
			}
		}
	}
}

func TestWhoMayChallenge(t *testing.T) {
	t.Parallel()
	blocks := []string{"200"}
	for name, c := range map[string]struct {
		m                        match.Member
		here, elsewhere, outside bool
	}{
		"everybody":    {match.Member{Blocked: blocks}, true, true, true},
		"of a server":  {match.Member{Blocked: blocks, Challengers: match.FromServer, ChallengeServer: "7"}, true, false, false},
		"nobody":       {match.Member{Blocked: blocks, Challengers: match.FromNobody}, false, false, false},
		"a new choice": {match.Member{Blocked: blocks, Challengers: "friends"}, false, false, false},
	} {
		for server, want := range map[string]bool{"7": c.here, "8": c.elsewhere, "": c.outside} {
			if got := c.m.TakesChallenge("300", server); got != want {
				t.Errorf("%s, in server %q: %t", name, server, got)
			}
			if c.m.TakesChallenge("200", server) {
				t.Errorf("%s, in server %q: one who is blocked may", name, server)
			}
		}
	}
}
