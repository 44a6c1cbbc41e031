package object

import (
	"cmp"
	"encoding/json"
	"net/http"
	"time"
)

// A Snowflake is one of Discord's ids: a decimal number, sent as a string.
type Snowflake = string

// CompareIDs orders ids by age, the oldest first.
func CompareIDs(a, b Snowflake) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// UserObject is a user as the API sends it.
type UserObject struct {
	ID            Snowflake `json:"id"`
	Username      string    `json:"username"`
	Discriminator string    `json:"discriminator"`
	GlobalName    *string   `json:"global_name"`
	Avatar        *string   `json:"avatar"`
	Bot           bool      `json:"bot,omitempty"`
	PublicFlags   int       `json:"public_flags"`
	Flags         int       `json:"flags"`
	PrimaryGuild  *struct{} `json:"primary_guild"` // always null: the emulator has no primary guilds
}

// A Time is a time in Discord's JSON format: in UTC, written +00:00, with microseconds unless they are zero.
type Time struct{ time.Time }

// At returns the time in UTC, truncated to microseconds.
func At(t time.Time) Time { return Time{t.UTC().Truncate(time.Microsecond)} }

// String returns the time as Discord sends it.
func (t Time) String() string {
	layout := "2006-01-02T15:04:05.000000-07:00"
	if t.Nanosecond() < int(time.Microsecond) {
		layout = "2006-01-02T15:04:05-07:00"
	}
	return t.UTC().Format(layout)
}

// MarshalJSON returns the time as Discord sends it.
func (t Time) MarshalJSON() ([]byte, error) { return []byte(`"` + t.String() + `"`), nil }

// An Exchange is a REST request and its answer.
type Exchange struct {
	Time   time.Time // when the request arrived
	Method string
	Path   string      // including the version: "/api/v10/users/@me". It may contain an interaction's token
	Query  string      // without the question mark
	Route  string      // the route's pattern without the version: "/channels/{channel}"; "" if no route matched
	Header http.Header // of the request, without the secret in Authorization
	Body   []byte      // the JSON of the request: its body, or the payload_json of a multipart form
	Status int
	Answer []byte // the answer's body
}

// A ShardEvent says that a shard's session got a connection or lost it.
type ShardEvent struct {
	Time     time.Time
	ID       int // of the shard
	Count    int // the number of shards
	Session  string
	Client   string // the client's network address
	Up       bool   // true: the session got a connection; false: the session lost its connection
	Resuming bool   // the connection was made by a RESUME, not by an IDENTIFY
}

// A Delivery is an interaction that is about to be sent to an application.
type Delivery struct {
	Time        time.Time
	Application Snowflake
	Interaction json.RawMessage // as the application receives it, including its token
}

// MaxAttachments is the most files that a message may have.
const MaxAttachments = 10

// The largest request and file that Discord allows, in bytes.
const (
	MaxRequest    = 25 << 20
	MaxAttachment = 10 << 20
)
