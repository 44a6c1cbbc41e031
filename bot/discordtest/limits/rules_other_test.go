package limits_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"noughts/bot/discordtest"
)

// tables returns rules for lines of testdata/limits.md whose limits discordtest's test TestRefusals covers.
// TestRefusalTables checks that the tables of TestRefusals have at least one case for each of these lines.
func tables(lines ...string) []rule {
	var out []rule
	for _, line := range lines {
		out = append(out, rule{line: line, shown: "TestRefusals"})
	}
	return out
}

// commandRules are the rules for section 3 of testdata/limits.md, the list of Discord's limits.
var commandRules = append(tables("Per app, global (and again per guild)", "name, option name", "description", "options",
	"choices", "min/max_length", "total size", "Uniqueness", "integration_types", "contexts", "default_member_permissions", "Errors",
	"Locales (32)"),
	rule{line: "Per app, global (and again per guild)", what: "all at once", want: " BASE_TYPE_MAX_LENGTH", try: bodies("PUT", onApp("/commands"),
		commandsOf(100, 15, 15), commandsOf(100, 15, 16))},
	rule{line: "Per app, global (and again per guild)", what: "of a guild", want: "400 30032", try: bodies("PUT", onApp("/guilds/{guild}/commands"),
		commandsOf(100, 15, 15), commandsOf(101, 0, 0))},
	rule{line: "Creates", shown: "TestTwoHundredCreationsADay"},
	rule{line: "Endpoints", shown: "TestSingleCommands"},
	rule{line: "Stale version", shown: "TestStaleVersion"},
	rule{line: "Locale fallback", shown: "TestLocalized"},
)

// commandsOf returns a JSON list with the given numbers of commands of each type.
func commandsOf(slash, user, message int) string {
	lists := []string{list(slash, `{"name":"c#","description":"x"}`), list(user, `{"name":"c#","type":2}`), list(message, `{"name":"c#","type":3}`)}
	var all []string
	for _, l := range lists {
		if l = strings.Trim(l, "[]"); l != "" {
			all = append(all, l)
		}
	}
	return "[" + strings.Join(all, ",") + "]"
}

// messageRules are the rules for section 4 of testdata/limits.md, the list of Discord's limits.
var messageRules = tables("content", "empty message", "embeds", "legacy rows", "action row", "custom_id", "id", "button", "string select",
	"Components V2", "V2 text", "section", "text input", "allowed_mentions", "files", "nonce", "length unit")

// httpRules are the rules for section 5 of testdata/limits.md, the list of Discord's limits.
var httpRules = []rule{
	{line: "API v10 and v9", what: "versions", want: "400 50041", try: func(st *stage) (string, string) {
		return st.sendTo("GET", "/api/v9/users/@me", "").refusal(), st.sendTo("GET", "/api/v8/users/@me", "").refusal()
	}},
	{line: "API v10 and v9", what: "versions to come", want: "400 50041", try: func(st *stage) (string, string) {
		return st.sendTo("GET", "/api/v10/users/@me", "").refusal(), st.sendTo("GET", "/api/v11/users/@me", "").refusal()
	}},
	{line: "Authorization: Bot TOKEN", what: "another's token", want: "401 0", try: func(st *stage) (string, string) {
		at := st.send("GET", "/users/@me", "").refusal()
		st.token += "x"
		return at, st.send("GET", "/users/@me", "").refusal()
	}},
	{line: "Authorization: Bot TOKEN", what: "content type", want: "_misc CONTENT_TYPE_INVALID", try: func(st *stage) (string, string) {
		path := "/channels/" + st.channel.ID + "/messages"
		return st.sendAs("application/json", "POST", path, plainBody).refusal(), st.sendAs("text/plain", "POST", path, plainBody).refusal()
	}},
	{line: "Authorization: Bot TOKEN", what: "user agents", shown: "TestUserAgent"},
	{line: "Form error", what: "malformed JSON", want: "400 50109", try: bodies("POST", fixed("/channels/{channel}/messages"), plainBody, plainBody+"}")},
	{line: "Form error", what: "paths", shown: "TestRefusals"},
	{line: "Codes used here", shown: "TestPlainRefusals"},
	{line: "Headers", shown: "TestRateLimitHeaders"},
	{line: "Buckets per route", shown: "TestRouteLimit"},
	{line: "Global 50 requests/s", shown: "TestGlobalLimit"},
	{line: "Invalid requests", shown: "TestInvalidRequestsEndInABan"},
	{line: "502", absent: "it is a fault: FaultStatus makes one, and TestFaults goes through them"},
	{line: "Snowflakes", what: "ids in bodies", want: "recipient_id NUMBER_TYPE_COERCE", try: bodies("POST", fixed("/users/@me/channels"), `{"recipient_id":"{user}"}`, `{"recipient_id":"{user}x"}`)},
	{line: "Snowflakes", what: "ids in paths", want: "channel_id NUMBER_TYPE_COERCE", try: func(st *stage) (string, string) {
		return st.send("GET", "/channels/"+st.channel.ID, "").refusal(), st.send("GET", "/channels/"+st.channel.ID+"x", "").refusal()
	}},
}

// placeRules are the rules for section 6 of testdata/limits.md, the list of Discord's limits.
var placeRules = []rule{
	{line: "Order", shown: "TestPermissions"},
	{line: "VIEW_CHANNEL 1<<10", shown: "TestPermissions"},
	{line: "No VIEW_CHANNEL denies the rest", shown: "TestPermissions"},
	{line: "A user needs USE_APPLICATION_COMMANDS", shown: "TestWhoMayUseCommands"},
	{line: "Threads", what: "name", want: "name BASE_TYPE_BAD_LENGTH", try: bodies("POST", fixed("/channels/{channel}/threads"), `{"type":11,"name":"`+x(100)+`"}`, `{"type":11,"name":"`+x(101)+`"}`)},
	{line: "Threads", what: "auto_archive_duration", want: "auto_archive_duration BASE_TYPE_CHOICES", try: bodies("POST", fixed("/channels/{channel}/threads"),
		`{"type":11,"name":"t","auto_archive_duration":10080}`, `{"type":11,"name":"t","auto_archive_duration":10081}`)},
	{line: "Threads", what: "archived and locked", shown: "TestLockedThread"},
	{line: "Application emojis", shown: "TestEmojiRules"},
}

// full returns a function that tests the maximum number n of objects of a kind. The function calls `make` until n
// objects exist, and then once more. `there` is the number of objects that exist before. The function returns two
// outcomes: that of the n-th object, or of the first refused one before it, and that of the object beyond n.
func full(n, there int, make func(st *stage, i int) answer) func(*stage) (string, string) {
	return func(st *stage) (at, beyond string) {
		for i := there; i < n && at == ""; i++ {
			at = make(st, i).refusal()
		}
		return at, make(st, n).refusal()
	}
}

// picture returns a data URI for a picture of n bytes.
func picture(n int) string {
	raw := make([]byte, n)
	copy(raw, "\x89PNG\r\n\x1a\n")
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(raw)
}

// countRules are rules for limits on numbers and sizes that testdata/limits.md does not list.
var countRules = []rule{
	{what: "roles of a guild", source: "JSON Error Codes: 30005, 250", want: "400 30005", try: full(250, 2, func(st *stage, i int) answer {
		return st.send("POST", "/guilds/"+st.guild.ID+"/roles", fmt.Sprintf(`{"name":"r%d"}`, i))
	})},
	{what: "channels of a guild", source: "JSON Error Codes: 30013, 500", want: "400 30013", try: full(500, 1, func(st *stage, i int) answer {
		return st.send("POST", "/guilds/"+st.guild.ID+"/channels", fmt.Sprintf(`{"name":"c%d"}`, i))
	})},
	{what: "webhooks of a channel", source: "JSON Error Codes: 30007, 15", want: "400 30007", try: full(15, 0, func(st *stage, _ int) answer {
		return st.send("POST", "/channels/"+st.channel.ID+"/webhooks", `{"name":"h"}`)
	})},
	{what: "pins of a channel", source: "JSON Error Codes: 30003, 250", want: "400 30003", try: full(250, 0, func(st *stage, _ int) answer {
		return st.send("PUT", "/channels/"+st.channel.ID+"/messages/pins/"+st.message(plainBody), "")
	})},
	{what: "different reactions to a message", source: "JSON Error Codes: 30010, 20", want: "400 30010", try: func(st *stage) (string, string) {
		m := "/channels/" + st.channel.ID + "/messages/" + st.message(plainBody) + "/reactions/"
		return full(20, 0, func(st *stage, i int) answer {
			return st.send("PUT", m+fmt.Sprintf("%%F0%%9F%%98%%%X/@me", 0x80+i), "") // 😀 and the emojis that follow it in Unicode
		})(st)
	}},
	{what: "picture of an emoji", source: "Emoji Resource: 256 KiB; avatars may be larger", want: "image BINARY_TYPE_MAX_SIZE", try: func(st *stage) (string, string) {
		emojis := "/applications/" + st.app.ID + "/emojis"
		at := st.send("POST", emojis, `{"name":"a1","image":"`+picture(256<<10)+`"}`).refusal() +
			st.send("PATCH", "/users/@me", `{"avatar":"`+picture(256<<10+1)+`"}`).refusal()
		return at, st.send("POST", emojis, `{"name":"a2","image":"`+picture(256<<10+1)+`"}`).refusal()
	}},
	{what: "seconds of slow mode", source: "Modify Channel: rate_limit_per_user, 0 to 21600", want: "rate_limit_per_user NUMBER_TYPE_MAX", try: bodies("PATCH",
		fixed("/channels/{channel}"), `{"rate_limit_per_user":21600}`, `{"rate_limit_per_user":21601}`)},
	{what: "how long a timeout lasts", source: "Modify Guild Member: communication_disabled_until, 28 days",
		want: "communication_disabled_until BASE_TYPE_BAD_LENGTH", try: func(st *stage) (string, string) {
			until := func(d time.Duration) string {
				body := `{"communication_disabled_until":"` + time.Now().Add(d).UTC().Format(time.RFC3339) + `"}`
				return st.send("PATCH", "/guilds/"+st.guild.ID+"/members/"+st.user.ID, body).refusal()
			}
			return until(28 * 24 * time.Hour), until(28*24*time.Hour + time.Second)
		}},
	{what: "what a bot may give", source: "Create Guild Role: permissions that it has", want: "403 50013", try: func(st *stage) (string, string) {
		st.guild.SetOwner(st.user)
		st.guild.Grant(st.app.User, discordtest.PermissionManageRoles)
		path := "/guilds/" + st.guild.ID + "/roles"
		return st.send("POST", path, `{"permissions":"1024"}`).refusal(), st.send("POST", path, `{"permissions":"8"}`).refusal()
	}},
}
