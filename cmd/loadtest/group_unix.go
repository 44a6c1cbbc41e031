//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// apart makes a command the first of a process group of its own, so that Ctrl-C
// reaches the tool alone, and all that the command starts can be ended with it.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a group at once, stopGroup asks it to end. It may have ended.
func killGroup(group int) { _ = syscall.Kill(-group, syscall.SIGKILL) }

func stopGroup(group int) { _ = syscall.Kill(-group, syscall.SIGTERM) }

// groupRuns says whether a process of a group still runs.
func groupRuns(group int) bool { return syscall.Kill(-group, 0) == nil }
