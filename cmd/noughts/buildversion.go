package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
)

func printVersion(_ context.Context, _ []string, stdout io.Writer) error {
	_, err := fmt.Fprintln(stdout, "noughts", buildVersion())
	return err
}

// buildVersion returns the version that Go has recorded in the binary: the tag of the commit, or a pseudo-version made
// of the commit's time and hash, with +dirty if files were changed. Without Git it is "(devel)".
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}
