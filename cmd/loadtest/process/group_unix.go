//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// Separate makes a command, before it starts, the first of a process group of its
// own, whose number is that of the process. Ctrl-C then reaches the tool alone,
// and the command can be ended with all that it has started.
func Separate(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Kill ends a group at once. It may have ended before.
func Kill(group int) { _ = syscall.Kill(-group, syscall.SIGKILL) }

// Terminate asks a group to end. It may have ended before.
func Terminate(group int) { _ = syscall.Kill(-group, syscall.SIGTERM) }

// Runs reports whether a process of a group still runs.
func Runs(group int) bool { return syscall.Kill(-group, 0) == nil }
