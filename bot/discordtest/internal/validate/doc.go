// Package validate reads what a bot sends — messages, commands, components, modals,
// polls, pictures — off a form and refuses what Discord would refuse, at the path of
// the wrong field.
//
// A function Read… returns the object, which is good when the form has no errors
// then: who calls asks [form.Form.Err] once, after all that it reads. Fields that
// Discord checks and that change nothing here have a [Shape] in a variable UnusedOf….
//
// The package keeps no state and takes no lock. It is given the objects that a body may refer to,
// such as the application's emojis; if they are part of the world, callers hold the world's lock
// until it returns. Checks that depend on the world otherwise, such as permissions, are in packages
// world and rest. Of this module it imports form and object.
package validate
