// Package disgo holds a bot written with disgo against the test Discord. It is a
// module of its own, so that nobody who uses noughts downloads disgo.
package disgo
