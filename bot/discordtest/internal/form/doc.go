// Package form reads a request's body as a tree of fields, and refuses requests as Discord does.
//
// A [Field] is a value somewhere in a body. It reads itself as a text, a number, a list and so on. Mistakes are
// noted in its [Form] at the field's path, and reading goes on, so a bot that sends a bad body learns of all
// mistakes at once: [Form.Err] is Discord's error 50035 with all of them. A reader of a field gets a harmless
// value for a wrong one and asks for Err before it acts.
//
// An [Error] is any refusal: an HTTP status, one of Discord's codes and a message. The codes that this server
// uses are the constants Code…; refusals of several routes are functions Err….
//
// The package does not know what a field is for: see package validate. A Form belongs to one request and has no
// lock. Of this module the package imports only object, for ids.
package form
