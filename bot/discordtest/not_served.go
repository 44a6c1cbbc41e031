package discordtest

import (
	"strings"
)

// NotServed returns what Discord's API has and this package does not, such as
// "GET /guilds/{guild_id}/bans", sorted by paths: requests for it are answered
// with 501 and a sentence that says so.
func NotServed() []string {
	var out []string
	absent := outside((&api{}).routes())
	for line := range strings.Lines(strings.TrimSpace(discordPaths)) { // which are sorted
		path, _, _ := strings.Cut(line, " ")
		for _, method := range absent[bare(path)].methods {
			out = append(out, method+" "+path)
		}
	}
	return out
}
