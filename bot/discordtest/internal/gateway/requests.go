package gateway

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

const (
	maxChunk        = 1000 // the most members in one GUILD_MEMBERS_CHUNK
	maxMembersFound = 100  // the most members that one search by name, or one list of ids, finds
	maxChunkNonce   = 32   // bytes
	// wholeGuildPause is the minimum time between a bot's requests for all members of a guild.
	wholeGuildPause = 30 * time.Second
)

// A snowflakeText is an id in a payload. It may be written as a number.
type snowflakeText string

// UnmarshalJSON reads an id. It refuses other values.
func (s *snowflakeText) UnmarshalJSON(raw []byte) error {
	var n json.Number // json.Number also accepts a number in a string
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	if !form.IsSnowflake(n.String()) {
		return &json.UnmarshalTypeError{Value: "no snowflake"}
	}
	*s = snowflakeText(n)
	return nil
}

// userIDs are the user_ids of Request Guild Members (opcode 8): one id or a list. Some ids may be unknown.
type userIDs []string

// UnmarshalJSON reads one id or a list of ids, as strings or numbers.
func (u *userIDs) UnmarshalJSON(raw []byte) error {
	switch raw = bytes.TrimSpace(raw); {
	case bytes.Equal(raw, []byte("null")):
		return nil // like an absent value
	case !bytes.HasPrefix(raw, []byte("[")):
		raw = slices.Concat([]byte("["), raw, []byte("]"))
	}
	var all []any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		return err
	}
	*u = userIDs{}
	for _, one := range all {
		switch id := one.(type) {
		case string:
			*u = append(*u, id)
		case json.Number:
			*u = append(*u, id.String())
		default:
			return &json.UnmarshalTypeError{Value: "no snowflake"}
		}
	}
	return nil
}

// membersRequest is the data (field d) of Request Guild Members, opcode 8. If the request has user ids, its query is
// ignored.
type membersRequest struct {
	GuildID   snowflakeText   `json:"guild_id"`
	Query     *string         `json:"query"`
	Limit     *int            `json:"limit"`
	Presences bool            `json:"presences"`
	UserIDs   userIDs         `json:"user_ids"`
	Nonce     json.RawMessage `json:"nonce"`
}

// valid reports whether the request has its required fields.
func (r membersRequest) valid() bool {
	byQuery := r.Query != nil && r.Limit != nil && *r.Limit >= 0
	return r.GuildID != "" && (r.UserIDs != nil || byQuery)
}

// whole reports whether the request has an empty query. This matches all members, and needs the privileged intent.
func (r membersRequest) whole() bool { return r.UserIDs == nil && *r.Query == "" }

// nonce returns the request's nonce, or "" if it is invalid.
func (r membersRequest) nonce() string {
	var nonce string
	if json.Unmarshal(r.Nonce, &nonce) != nil || len(nonce) > maxChunkNonce {
		return ""
	}
	return nonce
}

// membersChunk is the data of GUILD_MEMBERS_CHUNK.
type membersChunk struct {
	GuildID   object.Snowflake     `json:"guild_id"`
	Members   []world.MemberObject `json:"members"`
	Index     int                  `json:"chunk_index"`
	Count     int                  `json:"chunk_count"`
	NotFound  []string             `json:"not_found,omitempty"`
	Presences *[]world.Presence    `json:"presences,omitempty"`
	Nonce     string               `json:"nonce,omitempty"`
}

// rateLimited is the data of RATE_LIMITED.
type rateLimited struct {
	Opcode     int     `json:"opcode"`
	RetryAfter float64 `json:"retry_after"` // seconds
	Meta       struct {
		GuildID object.Snowflake `json:"guild_id"`
		Nonce   string           `json:"nonce,omitempty"`
	} `json:"meta"`
}

// requestMembers handles Request Guild Members, opcode 8. Like Discord, it leaves some requests without an answer. It
// logs a warning for each of them.
func (c *conn) requestMembers(sess *session, raw json.RawMessage) {
	var r membersRequest
	if !isObject(raw) || json.Unmarshal(raw, &r) != nil || !r.valid() {
		c.fail(closeDecodeError)
		return
	}
	log, guild := c.g.Log.With("guild", r.GuildID), object.Snowflake(r.GuildID)
	switch {
	case !sess.shard.owns(guild):
		log.Warn("members requested of another shard's guild: there is no answer")
		return
	case r.whole() && sess.intents&object.IntentGuildMembers == 0:
		log.Warn("all members requested without the intent GUILD_MEMBERS: there is no answer")
		return
	case r.whole() && *r.Limit == 0 && c.limited(sess, r):
		return
	}
	chunks, ok := c.g.memberChunks(sess.app, r)
	if !ok {
		log.Warn("members requested of a guild in which the bot is not: there is no answer")
		return
	}
	if r.Presences && sess.intents&object.IntentGuildPresences != 0 {
		for i := range chunks {
			p := world.PresencesOf(chunks[i].Members)
			chunks[i].Presences = &p
		}
	}
	for _, chunk := range chunks {
		c.answer(sess, "GUILD_MEMBERS_CHUNK", chunk)
	}
}

// limited counts a request for all members of a guild. If it comes too soon after the last one,
// limited sends RATE_LIMITED to the bot and returns true.
func (c *conn) limited(sess *session, r membersRequest) bool {
	now, guild := time.Now(), object.Snowflake(r.GuildID)
	c.g.mu.Lock()
	app := c.g.app(sess.app)
	wait := wholeGuildPause - now.Sub(app.wholeGuilds[guild])
	if wait <= 0 {
		if app.wholeGuilds == nil {
			app.wholeGuilds = map[object.Snowflake]time.Time{}
		}
		app.wholeGuilds[guild] = now
	}
	c.g.mu.Unlock()
	if wait <= 0 {
		return false
	}
	e := rateLimited{Opcode: OpRequestMembers, RetryAfter: wait.Seconds()}
	e.Meta.GuildID, e.Meta.Nonce = guild, r.nonce()
	c.answer(sess, "RATE_LIMITED", e)
	return true
}

// answer sends an event to the session that made a request, unless the session has lost the connection since.
func (c *conn) answer(sess *session, event string, data any) {
	raw, _ := json.Marshal(data) // cannot fail: data is a value of this package
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	if c.session == sess {
		sess.send(event, raw)
	}
}

// memberChunks returns the requested members in chunks. It returns false if the bot is not in the guild.
func (g *Gateway) memberChunks(a *world.Application, r membersRequest) ([]membersChunk, bool) {
	g.world.Lock()
	defer g.world.Unlock()
	guild := g.world.Guilds[object.Snowflake(r.GuildID)]
	if guild == nil || !guild.Has(a) {
		return nil, false
	}
	members, notFound := r.find(guild)
	var chunks []membersChunk
	for part := range slices.Chunk(members, maxChunk) {
		chunks = append(chunks, membersChunk{Members: part})
	}
	if len(chunks) == 0 {
		chunks = []membersChunk{{Members: []world.MemberObject{}}}
	}
	for i := range chunks {
		chunks[i].GuildID, chunks[i].Index, chunks[i].Count, chunks[i].Nonce = guild.ID, i, len(chunks), r.nonce()
	}
	chunks[0].NotFound = notFound
	return chunks, true
}

// find returns the requested members of a guild, the oldest account first, and the requested ids
// that belong to no member. Callers hold the world's lock.
func (r membersRequest) find(g *world.Guild) (found []world.MemberObject, notFound []string) {
	if r.UserIDs == nil {
		limit := *r.Limit
		switch {
		case *r.Query != "" && (limit == 0 || limit > maxMembersFound):
			limit = maxMembersFound
		case limit == 0:
			limit = len(g.Members)
		}
		return g.MemberObjects(limit, func(m *world.Member) bool { return world.HasPrefixFold(m.User.Name, *r.Query) }), nil
	}
	wanted := map[*world.Member]bool{}
	for _, id := range r.UserIDs {
		if m := g.Member(g.World.Users[id]); m != nil {
			wanted[m] = true
		} else if !slices.Contains(notFound, id) {
			notFound = append(notFound, id)
		}
	}
	return g.MemberObjects(maxMembersFound, func(m *world.Member) bool { return wanted[m] }), notFound
}

// soundboardSounds is the data of SOUNDBOARD_SOUNDS.
type soundboardSounds struct {
	GuildID object.Snowflake `json:"guild_id"`
	Sounds  []any            `json:"soundboard_sounds"`
}

// requestSounds handles Request Soundboard Sounds, opcode 31. Every guild's list of sounds is empty.
func (c *conn) requestSounds(sess *session, raw json.RawMessage) {
	var d struct {
		GuildIDs []snowflakeText `json:"guild_ids"`
	}
	if !isObject(raw) || json.Unmarshal(raw, &d) != nil || d.GuildIDs == nil {
		c.fail(closeDecodeError)
		return
	}
	stubs := c.g.world.GuildStubs(sess.app)
	for _, id := range d.GuildIDs {
		guild := object.Snowflake(id)
		if sess.shard.owns(guild) && slices.ContainsFunc(stubs, func(g world.GuildStub) bool { return g.ID == guild }) {
			c.answer(sess, "SOUNDBOARD_SOUNDS", soundboardSounds{guild, []any{}})
		}
	}
}
