package gateway

import (
	"bytes"
	"encoding/json"
	"slices"
)

// presenceUpdate is the data (field d) of Update Presence, opcode 3, with which a bot changes its presence. IDENTIFY
// may contain one, too.
type presenceUpdate struct {
	Since      *float64         `json:"since"` // ms
	Activities []activityUpdate `json:"activities"`
	Status     string           `json:"status"`
	AFK        *bool            `json:"afk"`
}

type activityUpdate struct {
	Name *string `json:"name"`
	Type *int    `json:"type"`
}

// valid reports whether every activity has a name and a type.
func (p presenceUpdate) valid() bool {
	return !slices.ContainsFunc(p.Activities, func(a activityUpdate) bool { return a.Name == nil || a.Type == nil })
}

// statuses are the statuses that a bot may have.
var statuses = []string{"online", "dnd", "idle", "invisible", "offline"}

// firstPresence reports whether the presence in an IDENTIFY is acceptable. The presence and its
// fields may be missing or empty, because some libraries send such presences.
func firstPresence(raw json.RawMessage) bool {
	if len(raw) == 0 {
		return true
	}
	var p presenceUpdate
	return json.Unmarshal(raw, &p) == nil && p.valid() && (p.Status == "" || slices.Contains(statuses, p.Status))
}

// presence checks the payload of Update Presence, opcode 3. The emulator shows a bot's presence nowhere.
func (c *conn) presence(raw json.RawMessage) {
	var p presenceUpdate
	if !isObject(raw) || json.Unmarshal(raw, &p) != nil || p.Activities == nil || !p.valid() || !slices.Contains(statuses, p.Status) {
		c.fail(closeDecodeError)
	}
}

// isObject reports whether a JSON text is an object. null is not.
func isObject(raw json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) }
