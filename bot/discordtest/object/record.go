package object

import (
	"encoding/json"
	"net/http"
	"time"
)

// An Exchange is a REST request and its answer, as they were sent and received.
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

// A ShardEvent says that a shard's session got a connection or lost its connection.
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
