// Package validate reads what a bot sends — messages, commands, components, modals,
// polls, pictures — off a form and refuses what Discord would refuse, at the path of
// the wrong field.
//
// A function Read… returns the object, which is good when the form has no errors
// then: who calls asks [form.Form.Err] once, after all that it reads. Fields that
// Discord checks and that change nothing here have a [Shape] in a variable UnusedOf….
//
// The package keeps no state and takes no lock. What a body may refer to, such as the
// application's emojis, it is given; when that is part of the world, callers hold the
// world's lock until it returns. What depends on the world otherwise, such as who may
// do what, is decided in packages world and rest. Of this module it imports form and
// object.
package validate
