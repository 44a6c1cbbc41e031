package main

import (
	"fmt"
	"io"
	"runtime/debug"
)

// printVersion is the subcommand version, and what -version does.
func printVersion(args []string, stdout io.Writer) error {
	if len(args) > 0 {
		return misuse("version", "takes no arguments")
	}
	_, err := fmt.Fprintln(stdout, "noughts", buildVersion())
	return err
}

// buildVersion returns what Go has noted in the program: the tag of the commit that it
// was built from, or a version that Go makes of the commit and its time, with +dirty
// where files were changed. Without Git it is "(devel)".
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}
