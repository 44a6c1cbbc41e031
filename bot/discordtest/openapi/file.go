package openapi

import "os"

// File returns the path of the OpenAPI document's file, which the environment variable DISCORD_OPENAPI names. It
// resolves a relative name as Observer does. It returns "" if the variable is not set.
func File() (string, error) {
	if os.Getenv(Variable) == "" {
		return "", nil
	}
	return fromRoot(os.Getenv(Variable))
}
