package openapi

import "os"

// File returns the document's file as DISCORD_OPENAPI names it, found as the
// Observer finds it, and "" when the variable is not set.
func File() (string, error) {
	if os.Getenv(Variable) == "" {
		return "", nil
	}
	return fromRoot(os.Getenv(Variable))
}
