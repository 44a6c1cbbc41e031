package bot

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// libraryLog is where discordgo's own log goes. The library has one logger for
// the whole process, so with several bots in it the newest one's is used.
var libraryLog atomic.Pointer[slog.Logger]

func init() {
	// Set before any session exists: the library reads it without a lock.
	discordgo.Logger = func(level, _ int, format string, args ...any) {
		if l := libraryLog.Load(); l != nil {
			logLibrary(l, level, format, args)
		}
	}
}

// longestLibraryLine cuts lines short: at its warning level the library prints
// whole payloads.
const longestLibraryLine = 300

// logLibrary writes a line of discordgo's. The supervisor reports what becomes of
// a connection, so that the library's view of it matters to debuggers only.
func logLibrary(l *slog.Logger, level int, format string, args []any) {
	if level > discordgo.LogWarning {
		return // its finer levels print identify payloads and headers, tokens included
	}
	for i, arg := range args {
		args[i] = plain(arg)
	}
	line := fmt.Sprintf(format, args...)
	if len(line) > longestLibraryLine {
		line = line[:longestLibraryLine] + "…"
	}
	l.Log(context.Background(), slog.LevelDebug, "discordgo: "+line)
}

// plain keeps what a log line may show of a library's value: never a structure,
// whose fields nobody has looked through for secrets.
func plain(arg any) any {
	switch v := arg.(type) {
	case error:
		return v.Error()
	case *discordgo.Event:
		return fmt.Sprintf("op %d %s", v.Operation, v.Type)
	case fmt.Stringer, string, bool, int, int64, float64:
		return v
	case discordgo.Event, nil:
		return nil
	}
	return fmt.Sprintf("%T", arg)
}
