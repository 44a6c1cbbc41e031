//go:build !unix

package main

import (
	"os"
	"os/exec"
)

// Without process groups a command stands for itself.
func apart(*exec.Cmd) {}

func killGroup(group int) {
	if p, err := os.FindProcess(group); err == nil {
		_ = p.Kill()
	}
}

func stopGroup(group int) { killGroup(group) }

func groupRuns(int) bool { return false }
