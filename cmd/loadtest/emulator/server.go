// Package emulator is the load test's second process: an emulated Discord and its members. They share a process because
// otherwise every press would cross a pipe. The emulator also kills the bots when the load test's first process, the
// tool, has ended for any reason.
//
// Serve runs in the emulator's process, Client in the tool's.
package emulator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/rpc"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/loadtest/process"
	"noughts/cmd/loadtest/workload"
)

// A Setup describes the emulated Discord that Build creates.
type Setup struct {
	Workload workload.Setup
	Shards   int  // number of shards that Discord recommends to the bot
	Faults   bool // faults will be injected
}

// Credentials hold the address and the keys that a bot needs to join.
type Credentials struct{ URL, Token, PublicKey string }

// A BotStatus is what the emulated Discord knows about the bot.
type BotStatus struct {
	Sessions   int  // current gateway sessions
	Connects   int  // number of gateway sessions begun or resumed so far
	Registered bool // whether the bot has registered the command that begins games
}

// A server implements the methods that a Client calls, with the signatures that net/rpc requires.
type server struct {
	ctx      context.Context
	app      *discordtest.Application
	command  string // the command that begins games, without its slash
	workload *workload.Workload
	guard    process.Guard
}

// None is the type of an empty argument or result.
type None struct{}

// service is the name of a server's methods in net/rpc.
const service = "Emulator"

// Serve answers the calls of a Client over the two pipes until `in` is closed. The end of the tool, loadtest's first
// process, also closes `in`. Serve then kills the guarded process groups.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	signal.Ignore(syscall.SIGPIPE) // otherwise writing an answer after the tool has ended would kill this process
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := &server{ctx: ctx}
	defer s.guard.End()
	r := rpc.NewServer()
	if err := r.RegisterName(service, s); err != nil {
		return err
	}
	r.ServeConn(pipes{in, out})
	return nil
}

// pipes joins two one-way pipes into one two-way connection.
type pipes struct {
	io.ReadCloser
	out io.WriteCloser
}

func (p pipes) Write(b []byte) (int, error) { return p.out.Write(b) }

// Close closes both pipes.
func (p pipes) Close() error { return errors.Join(p.ReadCloser.Close(), p.out.Close()) }

// identifyPause is the least time between two Identify messages (gateway opcode 2) of the bot. Discord demands five
// seconds. With that, a bot that is killed again and again would spend the whole run waiting.
const identifyPause = 100 * time.Millisecond

// Build creates the emulated Discord and its members.
func (s *server) Build(setup Setup, c *Credentials) error {
	options := []discordtest.Option{
		discordtest.WithShards(setup.Shards), discordtest.WithMaxConcurrency(setup.Shards), discordtest.WithIdentifyPause(identifyPause),
	}
	if setup.Faults {
		options = append(options, discordtest.WithHeartbeatInterval(workload.FaultHeartbeat))
	}
	discord := discordtest.NewServer(options...)
	if err := discord.Start(); err != nil {
		return fmt.Errorf("cannot serve the emulator: %w", err)
	}
	s.app, s.command = discord.NewApplication("Noughts"), strings.TrimPrefix(setup.Workload.Command, "/")
	s.workload = workload.New(discord, s.app, setup.Workload)
	*c = Credentials{discord.URL(), s.app.Token, s.app.PublicKey}
	return nil
}

// SendTo makes the emulated Discord send interactions over HTTP to the bot at an address.
func (s *server) SendTo(address string, _ *None) error { return s.app.SetInteractionsURL(address) }

// Status returns what the emulated Discord knows about the bot.
func (s *server) Status(_ None, b *BotStatus) error {
	known := slices.ContainsFunc(s.app.Commands(""), func(c discordtest.Command) bool { return c.Name == s.command })
	*b = BotStatus{s.app.Sessions(), s.app.Identifies() + s.app.Resumes(), known}
	return nil
}

// Start lets the members start to play.
func (s *server) Start(l workload.Load, _ *None) error {
	s.workload.Start(s.ctx, l)
	return nil
}

// Stop ends the play, waits for the pending interactions and returns the report.
func (s *server) Stop(_ None, r *workload.Report) error {
	*r = s.workload.Stop()
	return nil
}

// Compare checks that the bot still has the games in the state that Discord last showed.
func (s *server) Compare(_ None, v *workload.Verdict) error {
	*v = s.workload.Compare(s.ctx)
	return nil
}

// Guard adds a process group that is killed when loadtest's first process ends.
func (s *server) Guard(group int, _ *None) error {
	s.guard.Add(group)
	return nil
}

// Release stops guarding a process group that has ended.
func (s *server) Release(group int, _ *None) error {
	s.guard.Remove(group)
	return nil
}
