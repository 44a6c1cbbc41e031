// Package form reads a request's body as a tree of fields, and refuses requests as
// Discord does.
//
// A [Field] is a value somewhere in a body. It reads itself as a text, a number, a list of so many
// elements and so on; what is wrong it notes in its [Form] at its path, and goes on. So a bot that
// sends a bad body is told of all mistakes at once, each where it is: [Form.Err] is Discord's error
// 50035 with all of them. A reader of a field gets something harmless for a wrong value and asks
// for Err before it acts.
//
// An [Error] is any refusal: an HTTP status, one of Discord's codes and a message. The
// codes that this server gives are the constants Code…; the refusals that several
// routes give are functions Err….
//
// Nothing here knows what a field is for: see package validate. A Form belongs to one
// request and has no lock. The package imports object alone of this module, for ids.
package form
