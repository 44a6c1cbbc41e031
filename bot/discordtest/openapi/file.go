package openapi

import "os"

// File returns the path of the OpenAPI document's file, or "" if the environment variable DISCORD_OPENAPI is not set. A
// relative name in the variable is resolved from the root of the tested package's module, or of a module around it.
func File() (string, error) {
	if os.Getenv(Variable) == "" {
		return "", nil
	}
	return fromRoot(os.Getenv(Variable))
}
