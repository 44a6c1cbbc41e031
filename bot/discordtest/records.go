package discordtest

import "noughts/bot/discordtest/object"

// An Exchange is a REST request and its answer, as both crossed the wire, for
// [WithObserver]: Method, Path and Query, the Route that it was matched with, such
// as "/channels/{channel}", Header and Body, and the Status and Answer that it got.
// Header is without the secret of Authorization; paths and bodies may hold the
// tokens of interactions.
type Exchange = object.Exchange

// A Delivery is an interaction on its way to an application, for
// [WithInteractionObserver]: Interaction is its JSON as the application gets it,
// its token included.
type Delivery = object.Delivery

// A ShardEvent says that the session of a shard got a connection (Up) or lost it,
// for [Application.ShardEvents]: the shard's ID of Count shards, the Session, and
// the Client, which is the address of the connection's other end. Resuming says
// that the session was resumed and is not a new one.
type ShardEvent = object.ShardEvent
