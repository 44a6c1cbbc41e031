package card

import (
	"cmp"
	"hash/fnv"
	"strconv"

	"noughts/commands/texts"
	"noughts/game/match"
)

// A character is how a level looks and speaks.
type character struct{ face, tone string }

// characters are those of all levels, including levels that only stored matches name.
var characters = map[string]character{
	"random":      {"🎲", "shy"},
	"newcomer":    {"🐣", "shy"},
	"beginner":    {"🐥", "shy"},
	"rules":       {"📘", "keen"},
	"scores":      {"🧮", "keen"},
	"local":       {"🔍", "keen"},
	"casual":      {"🐰", "keen"},
	"regular":     {"🦊", "keen"},
	"club":        {"🦉", "keen"},
	"advanced":    {"🐺", "calm"},
	"expert":      {"🐯", "calm"},
	"master":      {"🦁", "calm"},
	"grandmaster": {"🐲", "calm"},
	"champion":    {"👑", "calm"},
	"strong":      {"💪", "calm"},
	"perfect":     {"💎", "calm"},
}

// Face returns the emoji that stands for a level.
func Face(level string) string { return cmp.Or(characters[level].face, "🤖") }

const levelSays texts.Key = "level_says"

// level returns the level of the computer in the match, "" where two members play.
func (d *drawing) level() string { return cmp.Or(d.match.Players[0].Level, d.match.Players[1].Level) }

// saying returns a remark of the computer's level: at the beginning until both sides have moved, and at the
// end. It is "" in between, between two computers, and in servers that have switched it off. The texts are
// "say.<tone>.<occasion>.<number>", from 1 on.
func (d *drawing) saying() string {
	level, occasion := d.level(), "begins"
	switch result := d.match.Result; {
	case d.view.Quiet || d.match.Watched() || level == "":
		return ""
	case d.match.Status == match.Playing && len(d.match.Moves) < 2:
	case !result.Decided(), result.Reason == match.ByResignation, result.Reason == match.ByTimeout: // it was not played out
		return ""
	case d.match.Player(result.Winner).IsComputer():
		occasion = "wins"
	case d.match.Player(result.Winner) != match.Player{}:
		occasion = "loses"
	default:
		occasion = "draws"
	}
	lines := sayings(d.texts, characters[level].tone, occasion)
	if len(lines) == 0 {
		return ""
	}
	// The match's id chooses, so that every drawing has the same remark.
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(string(d.match.ID) + occasion))
	return d.texts.Say(levelSays, "Face", Face(level), "Text", d.texts.Say(lines[int(hash.Sum32()%uint32(len(lines)))]))
}

// sayings returns the texts of a tone for an occasion.
func sayings(l *texts.Language, tone, occasion string) (keys []texts.Key) {
	for n := 1; ; n++ {
		key := texts.Key("say." + tone + "." + occasion + "." + strconv.Itoa(n))
		if !l.Has(key) {
			return keys
		}
		keys = append(keys, key)
	}
}
