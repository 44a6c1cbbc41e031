//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// Separate puts a command into a new process group, whose number is the command's process id. It must be called before
// the command starts. Ctrl-C then reaches only loadtest, and Kill and Terminate also reach the processes that the
// command has started.
func Separate(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Kill kills all processes of a group. The group may already have ended.
func Kill(group int) { _ = syscall.Kill(-group, syscall.SIGKILL) }

// Terminate sends SIGTERM to all processes of a group. The group may already have ended.
func Terminate(group int) { _ = syscall.Kill(-group, syscall.SIGTERM) }

// Runs reports whether at least one process of a group still exists.
func Runs(group int) bool { return syscall.Kill(-group, 0) == nil }
