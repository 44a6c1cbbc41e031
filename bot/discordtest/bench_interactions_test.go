//go:build unix

package discordtest_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// benchMembers is the number of members who take turns in BenchmarkInteractions.
const benchMembers = 2000

// BenchmarkInteractions measures interactions over the loopback interface and in memory. Each member presses a button
// on a message of their own, and a minimal bot answers each press with an update. The benchmark reports the
// interactions per second and the processor time per interaction, including the time of the bot and the members.
func BenchmarkInteractions(b *testing.B) {
	for _, c := range []struct {
		name     string
		inMemory bool
	}{{"loopback", false}, {"memory", true}} {
		b.Run(c.name, func(b *testing.B) {
			benchInteractions(b, newWorld(b, c.inMemory, discordtest.WithHeartbeatInterval(1000*time.Hour))) // bots need no heartbeats
		})
	}
}

func benchInteractions(b *testing.B, w *World) {
	JoinRaw(b, w.Server, w.Application, 32, func(frame []byte) string {
		if bytes.Contains(frame, []byte(`"name":"ask"`)) && !bytes.Contains(frame, []byte(`"custom_id":"/a","component_type"`)) {
			return Pad
		}
		return `{"type":7,"data":{"content":"pressed"}}`
	})
	members := make([]*discordtest.Client, benchMembers)
	messages := make([]discordtest.Snowflake, benchMembers)
	channel := w.Channel
	for i := range members {
		if i%20 == 0 {
			channel = w.Guild.NewChannel(fmt.Sprint("channel ", i))
		}
		members[i] = w.Member(fmt.Sprint("member ", i)).Client().User().In(channel)
		a, err := members[i].Use(b.Context(), "ask", nil)
		if err != nil {
			b.Fatal(err)
		}
		messages[i] = a.Message.ID
	}
	var turn atomic.Int64
	b.SetParallelism(16)
	b.ReportAllocs()
	b.ResetTimer()
	begin, used := time.Now(), processorTime(b)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			i := turn.Add(1) % benchMembers
			if _, err := members[i].Press(context.Background(), messages[i], "/a"); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "interactions/s")
	b.ReportMetric(float64((processorTime(b)-used).Microseconds())/float64(b.N), "cpu-µs/op")
}

// BenchmarkStart measures the time from the creation of a server to its first answer.
func BenchmarkStart(b *testing.B) {
	used := processorTime(b)
	for b.Loop() {
		s := discordtest.NewServer()
		if err := s.Start(); err != nil {
			b.Fatal(err)
		}
		client := &http.Client{Transport: &http.Transport{DialContext: s.DialContext}}
		answer, err := client.Get(s.URL() + "/api/v10/gateway") //nolint:noctx // a benchmark
		if err != nil {
			b.Fatal(err)
		}
		_ = answer.Body.Close()
		client.CloseIdleConnections()
		s.Close()
	}
	b.ReportMetric(float64((processorTime(b)-used).Microseconds())/float64(b.N), "cpu-µs/op")
}

// processorTime returns the processor time that this process has used.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
