package discordtest

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkPress measures a press by one of many members, each with a message
// of their own, answered by an update over HTTP on the loopback interface.
func BenchmarkPress(b *testing.B) {
	s := NewServer()
	if err := s.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.Close)
	guild := s.NewGuild("Guild")
	bot := newFakeBot(b, s, "bot")
	bot.http = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	b.Cleanup(bot.http.CloseIdleConnections)
	bot.concurrent = true
	guild.Install(bot.app)
	bot.register(askCommands)
	bot.answer = func(it received) any {
		if it.Type == interactionCommand {
			return aPad
		}
		return `{"type":7,"data":{"content":"pressed"}}`
	}
	var members atomic.Int64
	b.SetParallelism(16)
	b.ResetTimer()
	begin := time.Now()
	b.RunParallel(func(pb *testing.PB) {
		user := s.NewUser(fmt.Sprint("member ", members.Add(1)))
		guild.Add(user)
		member := user.In(guild.NewChannel(user.Name))
		a, err := member.Use(context.Background(), "ask", nil)
		if err != nil {
			b.Error(err)
			return
		}
		for pb.Next() {
			if _, err := member.Press(context.Background(), a.Message.ID, "/a"); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "interactions/s")
}
