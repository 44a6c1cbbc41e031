// Package form reads a request's body as a tree of fields, and refuses requests as Discord does.
//
// A [Field] is a value somewhere in a body. Its methods read the value as a text, a number, a list and so on. A wrong
// value does not stop the reading: the field adds an error at its path to its [Form] and returns a harmless value. So a
// bot that sends a bad body learns all its mistakes at once: [Form.Err] is Discord's error 50035 with all of them.
// Callers check Err before they act on the values.
//
// An [Error] is any refusal: an HTTP status, one of Discord's codes and a message. The codes that this server uses are
// the constants Code…; refusals that several routes use are the functions Err….
//
// Package validate has the rules for particular objects. A Form belongs to one request and has no
// lock. From this project, the package imports only object, for ids.
package form
