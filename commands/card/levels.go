package card

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// A character is the emoji of a level (face) and the tone of its remarks. Its name is the text "level.<name>". From a
// snail to a king, faces and names say how hard the levels are. The strongest level of each variant is the king.
type character struct{ face, tone string }

var characters = map[string]character{
	"random":      {"🐌", "shy"},
	"newcomer":    {"🐟", "shy"},
	"beginner":    {"🐣", "shy"},
	"rules":       {"🦉", "keen"},
	"scores":      {"🐙", "keen"},
	"local":       {"🐢", "keen"},
	"casual":      {"🐰", "keen"},
	"regular":     {"🐱", "keen"},
	"club":        {"🦊", "keen"},
	"advanced":    {"🐺", "calm"},
	"expert":      {"🐯", "calm"},
	"master":      {"🦁", "calm"},
	"grandmaster": {"🐲", "calm"},
	"champion":    {"👑", "calm"},
	"strong":      {"👑", "calm"},
	"perfect":     {"👑", "calm"},
}

// Face returns the emoji that stands for a level.
func Face(level string) string { return cmp.Or(characters[level].face, "🤖") }

func (d *drawing) level() string { return cmp.Or(d.Match.Players[0].Level, d.Match.Players[1].Level) }

// saying returns a remark of the computer's level. Levels speak before the second move and at the end of the match, but
// not in matches between two computers, and not if plan.View.Quiet is set. The texts of the remarks are
// "say.<tone>.<occasion>.<number>", with numbers from 1.
func (d *drawing) saying() string {
	level, occasion := d.level(), "begins"
	switch result := d.Match.Result; {
	case d.view.Quiet || d.Match.Hosted() || level == "":
		return ""
	case d.Match.Status == match.Playing && len(d.Match.Moves) < 2:
	case !result.Decided(), result.Reason == match.ByResignation, result.Reason == match.ByTimeout: // the game was not played to the end
		return ""
	case d.Match.Player(result.Winner).IsComputer():
		occasion = "wins"
	case d.Match.Player(result.Winner) != match.Player{}:
		occasion = "loses"
	default:
		occasion = "draws"
	}
	lines := sayings(d.texts, characters[level].tone, occasion)
	if len(lines) == 0 {
		return ""
	}
	// The hash of the match's id selects the remark, so the remark is the same each time the match is drawn.
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(string(d.Match.ID) + occasion))
	return d.texts.Say("level_says", "Face", Face(level), "Text", d.texts.Say(lines[int(hash.Sum32()%uint32(len(lines)))]))
}

func sayings(l *texts.Language, tone, occasion string) (keys []texts.Key) {
	for n := 1; ; n++ {
		key := texts.Key("say." + tone + "." + occasion + "." + strconv.Itoa(n))
		if !l.Has(key) {
			return keys
		}
		keys = append(keys, key)
	}
}

// Level returns the name of a level, the text "level.<name>". If the text does not exist, because a
// stored match names a former level, it returns the stored name.
func Level(l *texts.Language, level string) string {
	if key := texts.Key("level." + level); l.Has(key) {
		return l.Say(key)
	}
	return level
}

// strengths are the texts of the fifths of a list of levels, weakest first.
var strengths = []texts.Key{"strength.very_easy", "strength.easy", "strength.medium", "strength.strong", "strength.very_strong"}

// LevelOption returns the name of a level and how strong it is among the levels of a variant, as choices say it.
func LevelOption(l *texts.Language, v game.Variant, level string) string {
	levels := ai.Levels(v)
	at := slices.Index(levels, level)
	if at < 0 {
		return Level(l, level)
	}
	return Level(l, level) + " · " + l.Say(strengths[at*len(strengths)/len(levels)])
}
