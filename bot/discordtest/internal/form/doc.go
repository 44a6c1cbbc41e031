// Package form reads the body of a request, and refuses what Discord would refuse.
//
// A [Field] is a value somewhere in a body. Its methods read the value as a text, a number, a list and so on. A wrong
// value does not stop the reading: the field adds an error at its path to its [Form] and returns a harmless value. So a
// bot that sends a bad body learns all its mistakes at once: [Form.Err] is Discord's error 50035 with all of them.
//
// The functions Read… return messages, commands, modals, choices and pictures. The result is valid only if the form has
// no errors: the caller checks [Form.Err] once, after reading everything. An [Error] is any refusal.
//
// The package has no state. Callers pass the objects that a body may refer to, such as the application's emojis. Checks
// that depend on more, such as permissions, are in package discordtest.
package form
