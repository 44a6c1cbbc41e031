package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ids maps the names that the golden files use to Discord ids. The ids of messages are not among them: see messageID.
var ids = map[string]string{
	"noughts": "700000000000000001", // the bot and its application
	"alice":   "700000000000000011",
	"bob":     "700000000000000012",
	"carol":   "700000000000000013",
	"dave":    "700000000000000014", // dave has left the server
	"robot":   "700000000000000015", // another bot
	"house":   "700000000000000021", // the server
	"games":   "700000000000000031", // its channels
	"lobby":   "700000000000000032",
	"private": "700000000000000033", // direct messages of alice and the bot
	"group":   "700000000000000034", // a group of alice, bob and carol
	"abroad":  "700000000000000041", // a server without the bot
	"street":  "700000000000000042", // its channel
}

var messageIDs = regexp.MustCompile(`8000000000000(\d{5})`)

func messageID(n int) string { return fmt.Sprintf("8000000000000%05d", n) }

// A place is a channel or conversation where members use the bot, with the fields that Discord sends for it.
type place struct {
	guild, channel string         // names; guild is "" outside servers
	context        int            // 0 in a server, 1 with the bot alone, 2 in a group
	owners         map[string]any // who has installed the bot: key "0" for a server's installation, "1" for a member's own
}

// These are the places of the golden tests.
var (
	inGames  = place{"house", "games", 0, map[string]any{"0": ids["house"]}}
	inLobby  = place{"house", "lobby", 0, map[string]any{"0": ids["house"]}}
	inDirect = place{"", "private", 1, map[string]any{"0": "0"}}
	inGroup  = place{"", "group", 2, map[string]any{"1": ids["alice"]}}
	abroad   = place{"abroad", "street", 0, map[string]any{"1": ids["alice"]}}
)

// An object is a JSON object.
type object = map[string]any

// user returns the JSON that Discord sends for a user.
func user(name string) object {
	return object{
		"id": ids[name], "username": name, "global_name": nil, "discriminator": "0", "avatar": nil,
		"public_flags": 0, "bot": name == "robot" || name == "noughts",
	}
}

// member returns the JSON that Discord sends for a member of a server, without the user.
func member() object {
	return object{
		"nick": nil, "avatar": nil, "roles": []string{}, "joined_at": "2026-01-02T03:04:05.678000+00:00", "premium_since": nil,
		"deaf": false, "mute": false, "pending": false, "communication_disabled_until": nil, "flags": 0, "permissions": "2248473465835073",
	}
}

// newInteraction returns an interaction of a member as Discord sends it, without its data.
func newInteraction(who string, at place, locale string, kind int, id string, number int) object {
	i := object{
		"id": id, "application_id": ids["noughts"], "type": kind, "token": "token" + strconv.Itoa(number), "version": 1,
		"channel_id": ids[at.channel], "channel": object{"id": ids[at.channel], "type": at.context, "name": at.channel},
		"app_permissions": "2248473465835073", "locale": locale, "entitlements": []any{}, "context": at.context,
		"authorizing_integration_owners": at.owners, "attachment_size_limit": 10485760,
	}
	if at.guild == "" {
		i["user"] = user(who)
		return i
	}
	m := member()
	m["user"] = user(who)
	i["member"], i["guild_id"], i["guild_locale"] = m, ids[at.guild], "en-US"
	i["guild"] = object{"id": ids[at.guild], "locale": "en-US", "features": []string{}}
	return i
}

// snowflake returns a Discord id for something made at a time. `number` makes the id unique.
func snowflake(at time.Time, number int) string {
	return strconv.FormatUint(uint64(at.UnixMilli())<<22|uint64(number), 10)
}

// commandData returns the data of a slash command that a member types, such as "/classic opponent:@bob size:5".
func commandData(typed string, at place) object {
	words := strings.Fields(typed)
	data := object{"id": "700000000000000099", "name": words[0][1:], "type": 1}
	users := map[string]any{}
	var options []any
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, ":")
		o := object{"name": name, "type": 3, "value": value}
		if n, err := strconv.Atoi(value); err == nil && (name == "size" || name == "clock") {
			o["type"], o["value"] = 4, n
		}
		if who, ok := strings.CutPrefix(value, "@"); ok {
			o["type"], o["value"] = 6, ids[who]
			users[who] = nil
		}
		options = append(options, o)
	}
	if len(options) > 0 {
		data["options"] = options
	}
	if len(users) > 0 {
		data["resolved"] = resolved(at, users)
	}
	return data
}

// memberCommandData returns the data of a command that a member chooses in another member's context menu.
func memberCommandData(name, target string, at place) object {
	return object{
		"id": "700000000000000098", "name": name, "type": 2, "target_id": ids[target],
		"resolved": resolved(at, map[string]any{target: nil}),
	}
}

// resolved returns the JSON in which Discord describes the users and members that an interaction
// refers to. The keys of `names` are the names of these users.
func resolved(at place, names map[string]any) object {
	users, members := object{}, object{}
	for name := range names {
		users[ids[name]] = user(name)
		if at.guild != "" && name != "dave" {
			members[ids[name]] = member()
		}
	}
	return object{"users": users, "members": members}
}

// encoded returns a payload as JSON.
func encoded(payload any) []byte {
	raw, err := json.Marshal(payload)
	if err != nil {
		panic(err) // the test passed a value that is no JSON
	}
	return raw
}
