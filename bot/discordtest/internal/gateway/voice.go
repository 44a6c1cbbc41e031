package gateway

import (
	"encoding/json"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// A voiceState is the data of VOICE_STATE_UPDATE for a bot that is in no channel.
type voiceState struct {
	GuildID   object.Snowflake    `json:"guild_id"`
	ChannelID *object.Snowflake   `json:"channel_id"`
	UserID    object.Snowflake    `json:"user_id"`
	Member    *world.MemberObject `json:"member,omitempty"`
	SessionID string              `json:"session_id"`
	Deaf      bool                `json:"deaf"`
	Mute      bool                `json:"mute"`
	SelfDeaf  bool                `json:"self_deaf"`
	SelfMute  bool                `json:"self_mute"`
	SelfVideo bool                `json:"self_video"`
	Suppress  bool                `json:"suppress"`
	Request   *object.Time        `json:"request_to_speak_timestamp"`
}

// voiceState handles Update Voice State, opcode 4. The emulator has no voice channels, so it answers that the bot is in
// no channel. It logs the reason once.
func (c *conn) voiceState(sess *session, raw json.RawMessage) {
	var d struct {
		GuildID   snowflakeText  `json:"guild_id"`
		ChannelID *snowflakeText `json:"channel_id"`
		SelfMute  bool           `json:"self_mute"`
		SelfDeaf  bool           `json:"self_deaf"`
	}
	if !isObject(raw) || json.Unmarshal(raw, &d) != nil || d.GuildID == "" {
		c.fail(closeDecodeError)
		return
	}
	c.g.voice.Do(func() {
		c.g.Log.Warn("a bot joins or leaves voice, and discordtest has no voice channels and no voice server: VOICE_SERVER_UPDATE never comes",
			"guild", d.GuildID)
	})
	const event = "VOICE_STATE_UPDATE"
	state := voiceState{
		GuildID: object.Snowflake(d.GuildID), UserID: sess.app.User.ID, SessionID: sess.id, SelfMute: d.SelfMute, SelfDeaf: d.SelfDeaf,
	}
	c.g.world.Lock()
	if g := c.g.world.Guilds[state.GuildID]; g != nil && g.Has(sess.app) {
		member := g.Member(sess.app.User).Object(nil)
		state.Member = &member
	}
	c.g.world.Unlock()
	if state.Member != nil && sess.shard.owns(state.GuildID) && object.Receives(sess.intents, event, true) {
		c.answer(sess, event, state)
	}
}
