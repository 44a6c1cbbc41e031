package matches

import (
	"context"
	"sync"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// logPace is the least time between two messages in a server's log channel. Lines that are
	// added in that time are joined to one message of at most logLength bytes.
	logPace   = 5 * time.Second
	logLength = 1900
	// logWaiting is how many lines of a server can wait, and logServers how many servers can have waiting
	// lines. Further lines are dropped.
	logWaiting  = 500
	logServers  = 1000
	logAttempts = 5
)

// A logLine is a line for a server's log channel. Several lines can be joined to one message. The name of the first
// line is then the nonce of the message.
type logLine struct{ channel, name, text string }

// logs has the lines that wait to be posted, by server. A server has an entry while one of its messages is being
// posted, and during the pause after that.
type logs struct {
	mu    sync.Mutex
	lines map[string][]logLine
}

// add adds a line if there is room. `idle` is true if the caller must start posting, because no post
// for that server is in progress.
func (w *logs) add(guild string, l logLine) (idle bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	waiting, busy := w.lines[guild]
	if len(waiting) >= logWaiting || !busy && len(w.lines) >= logServers {
		return false
	}
	w.lines[guild] = append(waiting, l)
	return !busy
}

// next removes a server's next lines and returns them as one message. If the server has no lines,
// next deletes its entry and returns false.
func (w *logs) next(guild string) (message logLine, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	waiting := w.lines[guild]
	if len(waiting) == 0 {
		delete(w.lines, guild)
		return message, false
	}
	message = waiting[0]
	n := 1
	for ; n < len(waiting) && waiting[n].channel == message.channel && len(message.text)+1+len(waiting[n].text) <= logLength; n++ {
		message.text += "\n" + waiting[n].text
	}
	w.lines[guild] = waiting[n:]
	return message, true
}

// LogInServer posts a line in a server's log channel in the background, if the server has such a
// channel. It mentions nobody. A failed message is sent again a few times under the same nonce, so
// Discord does not post it twice. A crash may lose the line.
func (o *Manager) LogInServer(s match.Server, name string, content plan.Content) {
	if s.LogChannel == "" || content.Text == "" {
		return
	}
	if o.logLines.add(s.ID, logLine{s.LogChannel, name, content.Text}) {
		o.postLogs(s.ID)
	}
}

func (o *Manager) postLogs(guild string) {
	if message, ok := o.logLines.next(guild); ok {
		o.postLog(guild, message, 1)
	}
}

// postLog posts a message in a server's log channel, retrying a few times. After a pause it continues with the server's
// next message.
func (o *Manager) postLog(guild string, message logLine, attempt int) {
	posted := o.queue.Submit("log/"+guild, func() {
		ctx, cancel := context.WithTimeout(o.untilStop, callLimit)
		defer cancel()
		content := plan.Content{Text: message.text}
		_, err := o.deps.Discord.Post(ctx, message.channel, message.name, content.Response(plan.Anew).Data)
		wait, again := rest.MayRetry(err)
		if !again || attempt == logAttempts {
			if err != nil {
				o.deps.Log.Info("cannot post to a server's log channel", "guild", guild, "channel", message.channel, "err", err)
			}
			time.AfterFunc(logPace, func() { o.postLogs(guild) })
			return
		}
		time.AfterFunc(max(wait, logPace), func() { o.postLog(guild, message, attempt+1) })
	})
	if !posted && o.untilStop.Err() == nil && !o.closed.Load() { // the queue has no room for the job now
		time.AfterFunc(backoff.Longest, func() { o.postLog(guild, message, attempt) })
	}
}
