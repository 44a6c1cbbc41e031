// Package driver is what a person does in Discord's own clients: it looks at a
// channel, uses commands, presses, chooses, fills in forms, writes, reacts and
// votes. It does what those clients let a user do and no more, and says of the
// rest why not, before anything is sent.
//
// It owns no state: a [Client] knows who it is and where it looks, and everything
// else is the world's. What is an interaction goes to the interaction.Desk, what is
// not is done to the world. Exported methods take the world's lock, and have given
// it back when they wait for a bot. So do send, reacting and those called prepare…;
// all others expect that their callers hold it.
//
// Package discordtest has the same methods with handles of users, roles and channels in
// place of the world's, and says of each which values it takes and which errors
// it returns.
package driver
