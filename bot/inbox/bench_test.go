package inbox

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/ops"
	"noughts/bot/rest"
	"noughts/commands"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// instantParts are the dependencies of an inbox, replaced by fakes that take no time.
type instantParts struct{ done chan struct{} }

func (instantParts) Callback(context.Context, string, string, *discordgo.InteractionResponse) (string, error) {
	return "6", nil
}

func (instantParts) AwaitOriginal(context.Context, string, string) error { return nil }

func (instantParts) EditOriginal(context.Context, string, string, *discordgo.InteractionResponseData) (string, error) {
	return "6", nil
}

func (instantParts) OpenThread(context.Context, string) error             { return nil }
func (instantParts) DeleteOriginal(context.Context, string, string) error { return nil }

func (instantParts) FollowUp(context.Context, string, string, *discordgo.InteractionResponseData) (string, error) {
	return "6", nil
}

func (p instantParts) Submit(_ string, s matches.Submission) bool {
	go func() {
		_, err := s.Handle(s.Request)
		s.Done(matches.Report{Match: "a", Version: 2, Refusal: err, Sent: s.To.Send(context.Background(), plan.InPlace, plan.Content{Text: "done"})})
	}()
	return true
}

func (instantParts) Reconcile(string, string, rest.Message) {}

func (instantParts) Language(context.Context, string) string { return "" }

func (instantParts) Interacted(string, Outcome, time.Duration) {}
func (instantParts) Limited(limits.Limit)                      {}

// BenchmarkPress measures a press on a board of the usual size, from the gateway event to the log
// line. It leaves out the work of matches.Manager: loading, deciding and saving.
func BenchmarkPress(b *testing.B) {
	p := instantParts{make(chan struct{})}
	l := limits.Defaults
	l.Member = limits.Rate{PerSecond: 1e9, Burst: 1e9}
	l.Server = l.Member
	in := New(Deps{
		Commands: commands.New(texts.Load(), "", commands.Installed{}), Matches: p, Calls: p, Limits: l, Rates: limits.NewMemberRates(l), Meter: p,
		Log: ops.NewLogger(slog.New(slog.NewTextHandler(io.Discard, nil)), "MTk4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"), //nolint:sloglint // what is written is measured
	})
	const id = "1111111111111111111"
	raw := []byte(usualPress(id))
	at := bytes.Index(raw, []byte(id))
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for n := int64(0); b.Loop(); n++ {
		strconv.AppendInt(raw[:at], time.Now().UnixMilli()<<20|n&(1<<20-1), 10) // always the same number of digits
		in.Receive(0, raw, time.Now(), true, func() { p.done <- struct{}{} })
		<-p.done
	}
}

// usualPress returns a press on a board of the usual size.
func usualPress(id string) string {
	text := `{"type":10,"content":"` + strings.Repeat("x", 200) + `"}`
	return payload(id, 3, `{"custom_id":"/m/a/1/b2"}`, `,"message":{"id":"6","components":[`+text+strings.Repeat(","+text, 19)+`]}`)
}
