package config

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"
)

const (
	maxToken = 4 << 10
	// pipeLimit is the timeout for a token from a pipe: somebody may have to type a passphrase first.
	pipeLimit = 10 * time.Second
)

func token(get func(string) string) (Secret, error) {
	name, token := "DISCORD_TOKEN", get("DISCORD_TOKEN")
	if file := get("DISCORD_TOKEN_FILE"); file != "" {
		if token != "" {
			return "", Errorf("DISCORD_TOKEN_FILE", "and DISCORD_TOKEN are both set; set only one")
		}
		var err error
		if token, err = readToken(file, pipeLimit); err != nil {
			return "", err
		}
		name = "DISCORD_TOKEN_FILE"
	}
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(token), "Bot "))
	switch {
	case token == "" && name == "DISCORD_TOKEN":
		return "", Errorf(name, "is missing; set it to the token from the Bot page of your application in Discord's developer portal")
	case token == "":
		return "", Errorf(name, "names an empty file; it should hold the bot's token")
	case strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "", Errorf(name, "contains a space, a line break or another character that no token has")
	}
	return Secret(token), nil
}

// readToken reads the file with the token: a regular file, such as a Docker secret, or a pipe, such
// as the shell's <(command). It fails if the file is too large (see maxToken), or if a pipe takes longer
// than `limit`. A named pipe without a writer reads as empty.
func readToken(name string, limit time.Duration) (string, error) {
	const variable = "DISCORD_TOKEN_FILE"
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", unreadable(err)
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	switch {
	case err != nil:
		return "", unreadable(err)
	case info.Mode()&os.ModeNamedPipe != 0:
		err = file.SetReadDeadline(time.Now().Add(limit))
	case !info.Mode().IsRegular():
		return "", Errorf(variable, "must name a file, but names a folder or a device")
	}
	var content []byte
	if err == nil {
		content, err = io.ReadAll(io.LimitReader(file, maxToken+1))
	}
	switch {
	case err != nil:
		return "", unreadable(err)
	case len(content) > maxToken:
		return "", Errorf(variable, "names a file of more than %d bytes; it should hold only the bot's token", maxToken)
	}
	return string(content), nil
}

// unreadable returns the error for a file that cannot be read. The error does not contain the
// file's name, because some people put the token itself there.
func unreadable(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return Errorf("DISCORD_TOKEN_FILE", "names a file that cannot be read (%v)", err)
}
