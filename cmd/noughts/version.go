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

// buildVersion returns the module's version, or the commit it was built from.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && (version == "" || version == "(devel)") {
			version = s.Value
		}
	}
	return version
}
