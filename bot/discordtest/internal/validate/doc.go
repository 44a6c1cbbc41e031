// Package validate reads messages, commands, components, modals, polls and pictures from a form and refuses
// what Discord would refuse, at the path of the wrong field.
//
// A function Read… returns the object, which is valid if the form has no errors then: the caller asks
// [form.Form.Err] once, after reading everything. Fields that Discord checks and that have no effect here have
// a [Shape] in a variable UnusedOf….
//
// The package has no state and no lock. Callers pass the objects that a body may refer to, such as the
// application's emojis; if they belong to the world, callers hold the world's lock until the function returns.
// Checks that depend on the world in other ways, such as permissions, are in packages world and rest. Of this
// module the package imports form and object.
package validate
