package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/rpc"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"noughts/bot/discordtest"
)

// A Stage is the emulator's process as the tool's own process calls it, over
// net/rpc on the pipes between them: a Discord with its members in it. They
// share a process because every press would cross the pipe otherwise.
type Stage struct {
	ctx     context.Context
	discord *discordtest.Server
	app     *discordtest.Application
	town    Town
	hall    *hall
	wards   wards

	stop    chan struct{}
	playing sync.WaitGroup
	began   time.Time
	trouble []trouble
}

// A callable has the methods in the form that net/rpc wants: all return errors.
type callable interface {
	Build(Town, *Invitation) error
	Endpoint(string, *None) error
	Presence(None, *Presence) error
	Start(Play, *None) error
	Stop(None, *Played) error
	Inspect(None, *Verdict) error
	Guard(int, *None) error
	Release(int, *None) error
}

var _ callable = (*Stage)(nil)

// None stands for no argument and no result.
type None struct{}

// An Invitation is what a bot needs to join.
type Invitation struct{ URL, Token, PublicKey string }

// A Play says how is played.
type Play struct {
	Rate   float64 // interactions a second, 0 for as many as possible
	Flood  float64 // presses a second of a member who floods, 0 for none
	Faults bool
	Seed   uint64 // of the faults
}

// Played is what has been played.
type Played struct {
	Time          time.Duration
	Tallies       [2]tally // without and with a flood
	Mishaps       []mishap
	Unlisted      uint64 // mishaps beyond those
	Started       int    // games
	Finished      int
	Troubles      []trouble
	Flood         int // presses of the flood
	FloodAnswered int
	Puzzle        string // what members could not do at last
}

// A Presence is what Discord knows of the bot.
type Presence struct {
	Open     int  // gateway sessions
	Came     int  // how often sessions were begun or resumed
	Commands bool // the command that begins games is registered
}

// runStage serves a stage on the pipes until in ends, which it does when the tool
// ends, however that may be.
func runStage(in io.ReadCloser, out io.WriteCloser) error {
	signal.Ignore(syscall.SIGPIPE) // which an answer to a tool that has ended would raise
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := &Stage{ctx: ctx}
	defer s.wards.end()
	server := rpc.NewServer()
	if err := server.Register(s); err != nil {
		return err
	}
	server.ServeConn(pipes{in, out})
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

// Build builds the town.
func (s *Stage) Build(t Town, invitation *Invitation) error {
	options := []discordtest.Option{
		discordtest.WithShards(t.Shards), discordtest.WithMaxConcurrency(t.Shards), discordtest.WithIdentifyPause(identifyPause),
	}
	if t.Troubled {
		options = append(options, discordtest.WithHeartbeatInterval(troubledHeartbeat))
	}
	s.discord = discordtest.NewServer(options...)
	if err := s.discord.Start(); err != nil {
		return fmt.Errorf("the Discord cannot be served: %w", err)
	}
	s.app, s.town = s.discord.NewApplication("Noughts"), t
	s.hall = newHall(s.discord, s.app, t)
	*invitation = Invitation{s.discord.URL(), s.app.Token, s.app.PublicKey}
	return nil
}

// identifyPause replaces Discord's five seconds: a bot that is killed again and
// again would spend the run waiting.
const identifyPause = 100 * time.Millisecond

// Endpoint leads interactions to an address.
func (s *Stage) Endpoint(address string, _ *None) error {
	return s.app.SetInteractionsURL(address)
}

// Presence tells what Discord knows of the bot.
func (s *Stage) Presence(_ None, p *Presence) error {
	name := strings.TrimPrefix(s.town.Command, "/")
	known := slices.ContainsFunc(s.app.Commands(""), func(c discordtest.Command) bool { return c.Name == name })
	*p = Presence{s.app.Sessions(), s.app.Identifies() + s.app.Resumes(), known}
	return nil
}

// The streams of random moments that follow from a seed. Those of the tables are
// numbered from 0.
const (
	membersStream = 1<<63 + iota
	floodStream
)

// Start has the members begin to play.
func (s *Stage) Start(p Play, _ *None) error {
	h := s.hall
	s.stop, s.began = make(chan struct{}), time.Now()
	h.pace = &pace{start: s.began, rate: p.Rate, random: rand.New(rand.NewPCG(s.town.Seed, membersStream)), stop: s.stop}
	tables := h.tables
	if p.Flood > 0 {
		h.flood = &flood{rate: p.Flood, start: s.began, table: tables[0], random: rand.New(rand.NewPCG(s.town.Seed, floodStream))}
		tables = tables[1:]
		s.playing.Go(func() { h.flood.rage(s.ctx) })
	}
	for _, t := range tables {
		s.playing.Go(func() { t.play(s.ctx) })
	}
	if p.Faults {
		s.playing.Go(func() { s.trouble = makeTrouble(s.ctx, s.app, p.Seed, s.stop) })
	}
	return nil
}

// Stop ends the play after the interactions under way, and tells how it was.
func (s *Stage) Stop(_ None, p *Played) error {
	close(s.stop)
	took := time.Since(s.began)
	s.playing.Wait()
	*p = s.hall.played()
	p.Time, p.Troubles = took, s.trouble
	return nil
}

// Inspect compares every game with what was shown of it.
func (s *Stage) Inspect(_ None, v *Verdict) error {
	*v = s.hall.inspect(s.ctx)
	return nil
}

// Guard notes a process group that must not outlive the tool, Release that it has
// ended.
func (s *Stage) Guard(group int, _ *None) error {
	s.wards.add(group)
	return nil
}

// Release is the end of Guard.
func (s *Stage) Release(group int, _ *None) error {
	s.wards.drop(group)
	return nil
}
