package card

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/profile"
	"noughts/render"
)

// Achievement returns the name of an achievement, the text "achievement.<name>". If the text does
// not exist, because the bot no longer gives the achievement, it returns the stored name.
func Achievement(l *texts.Language, a profile.Achievement) string {
	if key := achievementKey(a); l.Has(key) {
		return l.Say(key)
	}
	return string(a)
}

func achievementKey(a profile.Achievement) texts.Key { return texts.Key("achievement." + string(a)) }

func achievementTakes(l *texts.Language, a profile.Achievement) string {
	if key := achievementKey(a) + ".about"; l.Has(key) {
		return l.Say(key)
	}
	return ""
}

// Achievements draws the page of a member's achievements, the latest first. Below them it lists the achievements that
// the member does not have yet.
func Achievements(l *texts.Language, p profile.Profile) []discordgo.MessageComponent {
	lines := []string{"### " + l.Say("achievements.title", "ID", p.Member)}
	had := map[profile.Achievement]bool{}
	for _, earned := range slices.Backward(p.Earned) {
		had[earned.Achievement] = true
		lines = append(lines, "- "+l.Say("achievements.done",
			"Name", Achievement(l, earned.Achievement), "About", achievementTakes(l, earned.Achievement), "When", Date(earned.At)))
	}
	if len(p.Earned) == 0 {
		lines = append(lines, l.Say("achievements.none"))
	}
	var left []string
	for _, a := range profile.Achievements() {
		if !had[a] {
			left = append(left, "- "+l.Say("achievements.line", "Name", Achievement(l, a), "About", achievementTakes(l, a)))
		}
	}
	content := []discordgo.MessageComponent{Text(strings.Join(lines, "\n"))}
	if len(left) > 0 {
		content = append(content, Text(l.Say("achievements.left")+"\n"+strings.Join(left, "\n")))
	} else {
		content = append(content, Text(l.Say("achievements.all")))
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

// Date formats a day in Discord's format, which Discord shows in the reader's own language.
func Date(t time.Time) string { return fmt.Sprintf("<t:%d:d>", t.Unix()) }
