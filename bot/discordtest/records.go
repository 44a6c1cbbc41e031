package discordtest

import "noughts/bot/discordtest/object"

// An Exchange is a REST request with its answer, as sent over the wire, for [WithObserver]. It has the request's
// Method, Path, Query, Header and Body, the pattern of its Route, such as "/channels/{channel}", and the Status and
// Answer of the response. In Header the token is removed from Authorization, but paths and bodies may have the tokens
// of interactions.
type Exchange = object.Exchange

// A Delivery is an interaction that is about to be sent to an application, for [WithInteractionObserver]. Interaction
// is the JSON that the application receives, including the token.
type Delivery = object.Delivery

// A ShardEvent says that a shard's session got a connection (Up) or lost it, for [Application.ShardEvents]. ID is the
// shard's number and Count the number of shards. Client is the remote address of the connection. Resuming says that the
// connection resumed the Session and did not start it.
type ShardEvent = object.ShardEvent
