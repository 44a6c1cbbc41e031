// Package emulator is the load test's second process: a Discord with its members
// in it. They share a process because every press would cross a pipe otherwise.
// It also ends the bots when the tool has ended, however that may be.
//
// Serve is its side of the pipes, Client the tool's.
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

// A Setup describes the Discord to make.
type Setup struct {
	Workload workload.Setup
	Shards   int  // that Discord recommends
	Faults   bool // there will be some
}

// Credentials are what a bot needs to join.
type Credentials struct{ URL, Token, PublicKey string }

// A BotStatus is what Discord knows of the bot.
type BotStatus struct {
	Sessions   int  // on the gateway, now
	Connects   int  // how often sessions were begun or resumed
	Registered bool // the command that begins games is
}

// A server has the methods that a Client calls, in the form that net/rpc wants.
type server struct {
	ctx      context.Context
	app      *discordtest.Application
	command  string // that begins games, without its slash
	workload *workload.Workload
	guard    process.Guard
}

// None stands for no argument and no result.
type None struct{}

// service is the name of a server's methods in net/rpc.
const service = "Emulator"

// Serve serves a Client on the pipes until in ends, which it does when the tool
// ends.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	signal.Ignore(syscall.SIGPIPE) // which an answer to a tool that has ended would raise
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

// pipes are two one-way connections that make one.
type pipes struct {
	io.ReadCloser
	out io.WriteCloser
}

func (p pipes) Write(b []byte) (int, error) { return p.out.Write(b) }

// Close closes both.
func (p pipes) Close() error { return errors.Join(p.ReadCloser.Close(), p.out.Close()) }

// identifyPause replaces Discord's five seconds: a bot that is killed again and
// again would spend the run waiting.
const identifyPause = 100 * time.Millisecond

// Build makes the Discord with its members.
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

// SendTo sends interactions over HTTP to an address.
func (s *server) SendTo(address string, _ *None) error { return s.app.SetInteractionsURL(address) }

// Status tells what Discord knows of the bot.
func (s *server) Status(_ None, b *BotStatus) error {
	known := slices.ContainsFunc(s.app.Commands(""), func(c discordtest.Command) bool { return c.Name == s.command })
	*b = BotStatus{s.app.Sessions(), s.app.Identifies() + s.app.Resumes(), known}
	return nil
}

// Start has the members begin to play.
func (s *server) Start(l workload.Load, _ *None) error {
	s.workload.Start(s.ctx, l)
	return nil
}

// Stop ends the play after the interactions under way, and tells how it was.
func (s *server) Stop(_ None, r *workload.Report) error {
	*r = s.workload.Stop()
	return nil
}

// Compare compares every game with what was shown of it.
func (s *server) Compare(_ None, v *workload.Verdict) error {
	*v = s.workload.Compare(s.ctx)
	return nil
}

// Guard notes a process group that must not outlive the tool.
func (s *server) Guard(group int, _ *None) error {
	s.guard.Add(group)
	return nil
}

// Release forgets a process group that has ended.
func (s *server) Release(group int, _ *None) error {
	s.guard.Remove(group)
	return nil
}
