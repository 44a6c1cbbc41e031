package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/puzzle"
	"noughts/game/tournament"
)

// A stand is the setting of one press: a server, its members and a match that no other press uses.
type stand struct {
	number  int
	rand    *rand.Rand
	match   match.ID
	version int
}

// id returns a Discord id that belongs to the stand. numberOf returns the number of the stand that an id belongs to.
func (s stand) id(kind int) string { return strconv.Itoa(1_000_000_000 + 1000*s.number + kind) }

func numberOf(id string) int {
	n, _ := strconv.Atoi(id)
	return n % 1_000_000_000 / 1000
}

func (s stand) user(who int) string    { return s.id(100 + who) }
func (s stand) place(where int) string { return s.id(200 + where) } // a channel
func (s stand) guild() string          { return s.id(300) }
func (s stand) otherGuild() string     { return s.id(301) }

// payload returns the interaction of a press as Discord sends it, without its id and token.
func (s stand) payload(id commands.CustomID, p presser) object {
	data := object{"custom_id": s.path(id.Pattern, p), "component_type": 2}
	if values := s.values(id.Pattern); values != nil {
		data["component_type"], data["values"] = 3, values
		data["resolved"] = object{"channels": object{s.place(inChannel): object{"type": 0, "guild_id": s.guild(), "permissions": "3072"}}}
	}
	kind := 3
	if id.Kind == plan.Form {
		kind = 5
		var rows []any
		for name, value := range formValues {
			rows = append(rows, object{"type": 1, "components": []any{object{"type": 4, "custom_id": name, "value": value}}})
		}
		data = object{"custom_id": s.path(id.Pattern, p), "components": rows}
	}
	flags := 64
	if strings.HasPrefix(id.Pattern, "/m/") || strings.HasPrefix(id.Pattern, "/t/") {
		flags = 0
	}
	i := object{
		"application_id": application, "type": kind, "version": 1, "channel_id": s.place(p.where), "channel": object{"id": s.place(p.where), "type": 0},
		"locale": "en-US", "data": data, "message": object{"id": s.id(400), "flags": flags}, "app_permissions": "2248473465835073",
	}
	by := object{"id": s.user(p.who), "username": "somebody"}
	if p.where == inDirectMessage {
		i["user"], i["context"], i["channel"] = by, 1, object{"id": s.place(p.where), "type": 1}
		return i
	}
	may := map[int]string{ann: "11296", ben: "3072", eve: "3072"}[p.who] // all may write, and ann may manage the server and its messages
	i["guild_id"] = s.guild()
	if p.where == inOtherServer {
		i["guild_id"], may = s.otherGuild(), "8"
	}
	i["member"], i["context"] = object{"user": by, "roles": []any{}, "permissions": may}, 0
	return i
}

// pressVars are the values for the variables in patterns of custom ids, such as {match} in "/m/{match}/…".
var pressVars = map[string]string{
	"square": "c3", "board": "1", "first": "a1", "ply": "1", "step": "1", "page": "1", "from": "0", "guess": "x", "variant": "classic-3", "game": "classic",
	"command": "board", "setting": "rated", "value": "yes", "lesson": "1", "answer": "a1", "number": "1", "pool": "classic3", "scope": "all", "at": "0", "id": "nomatch",
	"moves": "e5", "after": "nomatch", "level": "newcomer",
}

// path returns the custom id that a presser sends: the pattern of a custom id with its variables replaced by values.
func (s stand) path(pattern string, p presser) string {
	vars := maps.Clone(pressVars)
	maps.Copy(vars, pressVarsOf[pattern])
	vars["match"], vars["tournament"], vars["version"], vars["member"] = string(s.match), string(s.match), strconv.Itoa(s.version), s.user(ann)
	if looksBack(pattern) {
		vars["game"] = string(s.match)
	}
	if p.old {
		vars["version"] = "1"
	}
	if strings.HasPrefix(pattern, "/daily/") {
		now := time.Now()
		vars["number"], vars["square"] = strconv.Itoa(int(puzzle.DayAt(now))), puzzle.Daily(now).Position.Moves()[0].String()
	}
	if strings.HasPrefix(pattern, "/review/{game}/{ply}/try") {
		vars["ply"], vars["square"] = "2", "c3" // the second move was a mistake
	}
	path := pattern
	for name, value := range vars {
		path = strings.ReplaceAll(path, "{"+name+"}", value)
	}
	return path
}

// pressVarsOf has the patterns of custom ids whose variables need other values than those of pressVars. pressValues has
// the value to choose from each menu, by the menu's pattern.
var (
	pressVarsOf = map[string]map[string]string{
		"/config/tab/{tab}":                     {"tab": "games"},
		"/settings/tab/{tab}":                   {"tab": "data"},
		"/config/{setting}":                     {"setting": "channels"},
		"/settings/{setting}":                   {"setting": "style"},
		"/learn/{lesson}/{answer}":              {"answer": "board-1"},
		"/m/{match}/{version}/taken-{square}":   {"square": "a1"},
		"/rules/{variant}/{page}/{square}":      {"variant": "ultimate", "page": "2", "square": "f6"},
		"/review/{game}/{ply}/{from}":           {"from": "1"},
		"/daily/{number}/{step}/again":          {"step": "0"},
		"/daily/{number}/{step}/board-{board}":  {"step": "0"},
		"/daily/{number}/{step}/boards":         {"step": "0"},
		"/daily/{number}/{step}/from-{first}":   {"step": "0"},
		"/daily/{number}/{step}/line-{ply}":     {"step": "0"},
		"/daily/{number}/{step}/solution":       {"step": "0"},
		"/daily/{number}/{step}/why-{ply}":      {"step": "0"},
		"/daily/{number}/{step}/taken-{square}": {"step": "0"},
		"/daily/{number}/{step}/{square}":       {"step": "0"},
	}
	pressValues = map[string]string{
		"/m/{match}/{version}/from-{first}": "c3", "/daily/{number}/{step}/from-{first}": "free", "/puzzle/{number}/{step}/from-{first}": "c3",
		"/review/{game}/{ply}/try/from-{first}": "c3",
		"/config/{setting}":                     "channel", "/settings/{setting}": "emoji", "/leaders/{pool}/{scope}/game": "classic3", "/leaders/{pool}/{scope}/scope": "all",
		"/pick/move/{square}": "match", "/pick/{command}": "match", "/play/{game}/friend": "member",
		"/replay": "match", "/review-choose": "match", "/review/{game}/{ply}/level": "random",
	}
)

// formValues are the texts for the fields of all forms.
var formValues = map[string]string{"text": "classic 4 a1 b1 a2 b2 a3", "if": "a3", "then": "b3"}

// values returns the values that are chosen from the menu with this pattern of a custom id, or nil
// if the pattern belongs to a button.
func (s stand) values(pattern string) []string {
	switch value := pressValues[pattern]; value {
	case "":
		return nil
	case "free":
		return []string{puzzle.Daily(time.Now()).Position.Moves()[0].String()}
	case "match":
		return []string{string(s.match)}
	case "member":
		return []string{s.user(ben)}
	case "channel":
		return []string{s.place(inChannel)}
	default:
		return []string{value}
	}
}

// pressStates has, for each pattern of custom ids, the function that makes a match in which the press is allowed. For
// presses on a match's board (/m/{match}/{version}/…) the key is only the last part of the pattern. Presses without an
// entry use a match on 3×3 between ann and ben, with ann to move.
var pressStates = map[string]func(*stand, time.Time) match.Record{
	"accept": challenged, "decline": challenged, "withdraw": challenged,
	"again": declined, "level-{level}": wonAgainstComputer,
	"rematch": won, "share": won, "claim": runOut, "stop": watched, "stop-yes": watched, "guess-{guess}": watched, "play-voted": voted,
	"draw-yes": drawOffered, "draw-no": drawOffered, "takeback-yes": takebackAsked, "takeback-no": takebackAsked, "reply": replyPlanned, "reply-drop": replyPlanned,
	"coach-on": againstComputer, "coach-yes": againstComputer, "coach-off": coached,
	"hint": againstComputer, "hint-{step}": againstComputer, "why-{ply}": againstComputer, "why-yes-{ply}": againstComputer,
	"next-game": wonInSeries, "next-play": wonOnHill, "next-pass": wonOnHill,
	"/next/{match}/{version}/play": wonOnHill, "/next/{match}/{version}/pass": wonOnHill,
	"/replay": won, "/review-choose": won, "/review/{game}/last": won, "/puzzle/mine": lost, "/games/bring": stranded, "end-left": left,
}

// setUp stores the match, tournament or puzzle that the test needs before a press with this pattern of custom ids.
func (c *counter) setUp(s *stand, pattern string) {
	c.t.Helper()
	s.match = match.NewID(s.rand.IntN)
	if strings.HasPrefix(pattern, "/t/") {
		c.setUpCup(s, pattern)
		return
	}
	begin, now := pressStates[pattern], time.Now()
	if begin == nil {
		begin = pressStates[strings.TrimPrefix(pattern, "/m/{match}/{version}/")]
	}
	switch {
	case begin != nil:
	case looksBack(pattern):
		begin = won
	default:
		begin = inPlay
	}
	rec := begin(s, now)
	rec.Place.Channel = s.place(inChannel)
	rec.Place.Guild, rec.Place.Locale = s.guild(), "en-US"
	rec.Message = s.id(400)
	s.version = rec.Match.Version
	_, err := c.kept.Store.Save(c.t.Context(), store.Change{Record: rec})
	for _, v := range rec.Votes.Now {
		if err == nil {
			_, err = c.kept.Vote(c.t.Context(), rec, v, "")
		}
	}
	if err != nil {
		c.t.Fatalf("%s: %v", pattern, err)
	}
	if pattern == "/puzzle/mine" {
		practice := puzzle.Progress{Member: s.user(ann)}.NoteMistakes(string(s.match), []int{5})
		if _, err := c.kept.Store.SaveSolving(c.t.Context(), store.PuzzleChange{Record: practice}); err != nil {
			c.t.Fatal(err)
		}
	}
	if strings.HasPrefix(pattern, "/daily/{number}/") {
		for _, who := range []int{ann, ben, eve} {
			day := puzzle.Progress{Member: s.user(who)}.BeginDaily(puzzle.DayAt(now), puzzle.Daily(now).ID, now)
			for strings.HasSuffix(pattern, "/share") && day.Daily.Attempt.IsOpen() {
				day = day.WrongDaily(game.Moves{1, 2}, true, now)
			}
			if _, err := c.kept.Store.SaveSolving(c.t.Context(), store.PuzzleChange{Record: day}); err != nil {
				c.t.Fatalf("%s: %v", pattern, err)
			}
		}
	}
}

// setUpCup stores a tournament that ann organises, with ann and ben as players.
func (c *counter) setUpCup(s *stand, pattern string) {
	c.t.Helper()
	now := time.Now()
	opts := tournament.Options{Match: match.Options{Variant: game.Classic(3), Clock: time.Hour}}
	if strings.HasSuffix(pattern, "/once") {
		opts.Repeat, opts.Starts = tournament.Weekly, now.Add(48*time.Hour)
	}
	t := must(tournament.New(s.match, s.user(ann), opts, now))
	for _, who := range []int{ben, ann} {
		t = must(t.Register(s.user(who), 1000, now))
	}
	for _, ends := range []string{"/pause", "/resume", "/organize", "/table-{page}"} {
		if strings.HasSuffix(pattern, ends) {
			t = must(t.Start(s.user(ann), s.rand.IntN, now))
		}
	}
	if strings.HasSuffix(pattern, "/resume") {
		t = must(t.Pause(s.user(ann), now))
	}
	rec := tournament.Record{Tournament: t, Place: match.Place{Guild: s.guild(), Channel: s.place(inChannel), Locale: "en-US"}, Message: s.id(400)}
	if strings.HasSuffix(pattern, "/game") {
		of := *s
		of.match = match.NewID(s.rand.IntN)
		playing := inPlay(&of, now)
		playing.Place, playing.Message, playing.Tournament = rec.Place, s.id(401), s.match
		if _, err := c.kept.Store.Save(c.t.Context(), store.Change{Record: playing}); err != nil {
			c.t.Fatal(err)
		}
	}
	if _, err := c.kept.Store.SaveTournament(c.t.Context(), rec, ""); err != nil {
		c.t.Fatal(err)
	}
}

// must returns `value`. It panics if err is not nil.
func must[T any](value T, err error) T {
	if err != nil {
		panic(fmt.Sprint("a state of the test cannot be: ", err))
	}
	return value
}

// looksBack reports whether a pattern of custom ids belongs to a replay or a review, which show finished matches.
func looksBack(pattern string) bool {
	return strings.HasPrefix(pattern, "/replay") || strings.HasPrefix(pattern, "/review") && pattern != "/review-paste"
}

// begun returns a match of ann, as X, against an opponent, with some moves already made.
func (s *stand) begun(opponent match.Player, o match.Options, now time.Time, moves ...game.Square) match.Match {
	o.Variant = game.Classic(3)
	m := must(match.New(s.match, s.user(ann), match.Person(s.user(ann)), opponent, o, game.X, now))
	if opponent.IsPerson() {
		m = must(m.Accept(opponent.ID, game.X, now))
	}
	return s.moved(m, now, moves...)
}

// moved returns a match after some more moves.
func (s *stand) moved(m match.Match, now time.Time, moves ...game.Square) match.Match {
	for _, move := range moves {
		if by := m.ToMove(); by.IsComputer() {
			m = must(m.PlayComputer(move, now))
		} else {
			m = must(m.Play(by.ID, move, now))
		}
	}
	return m
}

// The moves `four` are two of each player, after which it is X's turn. `winning` has the same moves, and a fifth one
// that wins for X.
var (
	four    = []game.Square{game.At(0, 0), game.At(1, 0), game.At(1, 1), game.At(0, 1)}
	winning = append(slices.Clone(four), game.At(2, 2))
)

// challenged returns a challenge by ann to ben.
func challenged(s *stand, now time.Time) match.Record {
	m := must(match.New(s.match, s.user(ann), match.Person(s.user(ann)), match.Person(s.user(ben)), match.Options{Variant: game.Classic(3)}, game.X, now))
	return match.Record{Match: m}
}

// declined returns a challenge by ann that ben has declined.
func declined(s *stand, now time.Time) match.Record {
	rec := challenged(s, now)
	rec.Match = must(rec.Match.Decline(s.user(ben), now))
	return rec
}

// inPlay returns a match between ann and ben with ann to move.
func inPlay(s *stand, now time.Time) match.Record {
	return match.Record{Match: s.begun(match.Person(s.user(ben)), match.Options{}, now, four...)}
}

// left returns a match of ann in which the opponent has left the server and nothing has happened for a day.
func left(s *stand, now time.Time) match.Record {
	return match.Record{Match: s.begun(match.Person(s.user(gone)), match.Options{}, now.Add(-match.LeftPatience), four...)}
}

// won returns a match that ann has won against ben.
func won(s *stand, now time.Time) match.Record {
	return match.Record{Match: s.begun(match.Person(s.user(ben)), match.Options{}, now, winning...)}
}

// lost returns a match that ann has lost. Her mistake was a3: only b3 would have drawn.
func lost(s *stand, now time.Time) match.Record {
	moves := []game.Square{game.At(0, 0), game.At(1, 0), game.At(2, 0), game.At(1, 1), game.At(0, 2), game.At(1, 2)}
	return match.Record{Match: s.begun(match.Person(s.user(ben)), match.Options{}, now, moves...)}
}

// wonInSeries returns the first match of a series of three, won by ann. wonOnHill returns a match won by
// ann, with eve in the queue to play the winner.
func wonInSeries(s *stand, now time.Time) match.Record {
	return match.Record{Match: s.begun(match.Person(s.user(ben)), match.Options{BestOf: 3}, now, winning...)}
}

func wonOnHill(s *stand, now time.Time) match.Record {
	m := must(s.begun(match.Person(s.user(ben)), match.Options{}, now, four...).Join(s.user(eve)))
	return match.Record{Match: s.moved(m, now, winning[4])}
}

// againstComputer returns a match of ann against the computer, after the computer's first move.
func againstComputer(s *stand, now time.Time) match.Record {
	m := s.begun(match.Computer(middleLevel), match.Options{First: match.FirstO}, now, four[0])
	return match.Record{Match: m}
}

// middleLevel is a level with both an easier and a stronger one.
var middleLevel = ai.Levels(game.Classic(3))[1]

// stranded returns such a match that cannot go on where it is.
func stranded(s *stand, now time.Time) match.Record {
	return match.Record{Match: againstComputer(s, now).Match.Strand(now)}
}

// coached returns a match like againstComputer's, with the coach.
func coached(s *stand, now time.Time) match.Record {
	return match.Record{Match: s.begun(match.Computer(middleLevel), match.Options{First: match.FirstO, Coach: true}, now, four[0])}
}

func wonAgainstComputer(s *stand, now time.Time) match.Record {
	return match.Record{Match: s.begun(match.Computer(middleLevel), match.Options{}, now, winning...)}
}

func drawOffered(s *stand, now time.Time) match.Record {
	return match.Record{Match: must(inPlay(s, now).Match.OfferDraw(s.user(ben), now))}
}

func takebackAsked(s *stand, now time.Time) match.Record {
	return match.Record{Match: must(inPlay(s, now).Match.AskTakeback(s.user(ben), now))}
}

// replyPlanned returns a match after ann has planned a reply to ben's next move.
func replyPlanned(s *stand, now time.Time) match.Record {
	m := must(inPlay(s, now).Match.Play(s.user(ann), game.At(2, 0), now))
	return match.Record{Match: must(m.PlanMove(s.user(ann), match.ConditionalMove{If: m.Position().Moves()[0], Then: m.Position().Moves()[1]}, now))}
}

// runOut returns a match after ann has just run out of time, on a board that the bot cannot edit.
func runOut(s *stand, now time.Time) match.Record {
	m := s.begun(match.Person(s.user(ben)), match.Options{Clock: 30 * time.Second}, now.Add(-31*time.Second), four...)
	return match.Record{Match: m, Place: match.Place{Away: true}}
}

// watched returns a match of two computers that ann has started.
func watched(s *stand, now time.Time) match.Record {
	m := must(match.New(s.match, s.user(ann), match.Computer(middleLevel), match.Computer(middleLevel), match.Options{Variant: game.Classic(3)}, game.X, now))
	return match.Record{Match: m}
}

// voted returns a team match of the channel with a vote by ann.
func voted(s *stand, now time.Time) match.Record {
	m := must(match.New(s.match, s.user(ann), match.Team(s.place(inChannel)), match.Computer(middleLevel), match.Options{Variant: game.Classic(3), Clock: time.Hour}, game.X, now))
	return match.Record{Match: m, Votes: match.Votes{Now: []match.Vote{{Member: s.user(ann), Choice: "c3"}}}}
}

// application is the Discord id of the bot and its application in the tests of presses.
const application = "700000000000000001"

// An object is a JSON object.
type object = map[string]any

func snowflake(at time.Time, number int) string {
	return strconv.FormatUint(uint64(at.UnixMilli())<<22|uint64(number), 10)
}

func encoded(payload any) []byte {
	raw, err := json.Marshal(payload)
	if err != nil {
		panic(err) // the test passed a value that is no JSON
	}
	return raw
}
