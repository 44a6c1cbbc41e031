package bot

import (
	"errors"
	"io/fs"
	"os"

	"github.com/joho/godotenv"
)

// Environment returns the variables of the process, and for those it does not
// have, the ones of a file such as ".env". The file may be missing; one that
// cannot be read is a *ConfigError.
func Environment(file string) (func(string) string, error) {
	values, err := godotenv.Read(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		// The parser's error quotes the line, which may hold the token.
		return nil, wrong(file, "cannot be read as a list of NAME=value lines")
	}
	return func(name string) string {
		if value, set := os.LookupEnv(name); set {
			return value
		}
		return values[name]
	}, nil
}
