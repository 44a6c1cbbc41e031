package gateway

import (
	"bytes"
	"encoding/json"
	"slices"
)

// presenceUpdate is the d of op 3, and the presence of IDENTIFY.
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

// valid reports whether the given parts are valid.
func (p presenceUpdate) valid() bool {
	return !slices.ContainsFunc(p.Activities, func(a activityUpdate) bool { return a.Name == nil || a.Type == nil })
}

// statuses are those that a bot may have.
var statuses = []string{"online", "dnd", "idle", "invisible", "offline"}

// firstPresence reports whether the presence of an IDENTIFY can be read. It and its parts may be missing or
// empty, because libraries send it so.
func firstPresence(raw json.RawMessage) bool {
	if len(raw) == 0 {
		return true
	}
	var p presenceUpdate
	return json.Unmarshal(raw, &p) == nil && p.valid() && (p.Status == "" || slices.Contains(statuses, p.Status))
}

// presence handles op 3. A bot's presence is shown nowhere.
func (c *conn) presence(raw json.RawMessage) {
	var p presenceUpdate
	if !isObject(raw) || json.Unmarshal(raw, &p) != nil || p.Activities == nil || !p.valid() || !slices.Contains(statuses, p.Status) {
		c.fail(closeDecodeError)
	}
}

// isObject reports whether JSON is an object, which null is not.
func isObject(raw json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) }
