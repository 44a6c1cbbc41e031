//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// Separate does nothing, because this system has no process groups. In this file, a group is a single process.
func Separate(*exec.Cmd) {}

// Kill kills a process. The process may already have ended.
func Kill(group int) {
	if p, err := os.FindProcess(group); err == nil {
		_ = p.Kill()
	}
}

// Terminate does the same as Kill, because this system has no SIGTERM.
func Terminate(group int) { Kill(group) }

// Runs always returns false: this system cannot tell whether children of the process still run.
func Runs(int) bool { return false }
