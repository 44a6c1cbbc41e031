package object

import (
	"encoding/json"
	"net/http"
	"time"
)

// An Exchange is a REST request and its answer, as both crossed the wire.
type Exchange struct {
	Time   time.Time // when the request came
	Method string
	Path   string      // with its version: "/api/v10/users/@me". May hold an interaction's token
	Query  string      // without the question mark
	Route  string      // the pattern below the version: "/channels/{channel}"; "" when there is none
	Header http.Header // the request's, but for the secret in Authorization
	Body   []byte      // the request's JSON: its body, or the payload_json of a multipart form
	Status int
	Answer []byte // the answer's body
}

// A ShardEvent says that the session of a shard got a connection or lost it.
type ShardEvent struct {
	Time     time.Time
	ID       int // of the shard
	Count    int // of all shards
	Session  string
	Client   string // the address of the connection's other end
	Up       bool   // got it, not lost it
	Resuming bool   // got it by a RESUME, not by an IDENTIFY
}

// A Delivery is an interaction on its way to an application.
type Delivery struct {
	Time        time.Time
	Application Snowflake
	Interaction json.RawMessage // as the application gets it, its token included
}
