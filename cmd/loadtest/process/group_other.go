//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// Separate does nothing: without process groups a process stands for itself.
func Separate(*exec.Cmd) {}

// Kill ends a process at once. It may have ended before.
func Kill(group int) {
	if p, err := os.FindProcess(group); err == nil {
		_ = p.Kill()
	}
}

// Terminate is Kill: there is no way to ask.
func Terminate(group int) { Kill(group) }

// Runs says false: nothing is known of a process's children.
func Runs(int) bool { return false }
