// Package validate reads messages, commands, components, modals, polls and pictures from a form. It
// refuses what Discord would refuse, with an error at the path of the wrong field.
//
// A function Read… returns an object. The object is valid only if the form has no errors: the
// caller checks [form.Form.Err] once, after reading everything. Discord also checks fields that
// have no effect in the emulator. A variable UnusedOf… holds a [Shape] for such fields.
//
// The package has no state and no lock. Callers pass the objects that a body may refer to, such as
// the application's emojis. If these belong to the world, callers hold the world's lock until the
// function returns. Other checks that depend on the world, such as permissions, are in packages
// world and rest. From this project, the package imports form and object.
package validate
