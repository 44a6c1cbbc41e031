package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

const usage = `Usage: playground [flags]

Starts an emulated Discord, connects a bot to it, and serves a web page to play on.

  -addr HOST:PORT   where to serve the page; it answers only to that host, localhost,
                    127.0.0.1 and [::1]
                    (default 127.0.0.1:8080, or the next free port)
  -bot NAME         which bot to start: noughts, or none to bring your own; with none
                    the playground prints the settings a bot needs, one NAME=VALUE a line
                    (default noughts)
  -language CODE    language of all members and servers, such as de, or en-XA for the
                    pseudo-locale; each can be changed on the page
                    (default: mixed)
  -permissions SET  extra permissions of the bot in its server, as a number or as names,
                    such as MANAGE_ROLES,KickMembers (default none; the page can give
                    roles, too)
  -members NAMES    members besides Alice, Bob and Carol, such as "Dave,Erin the *Great* 🎉"
                    (default none)
  -log LEVEL        log level on standard error: debug, info, warn or error
                    (default warn)
`

const defaultAddr = "127.0.0.1:8080"

type options struct {
	addr        string
	asked       bool // -addr was given, so no other port is tried
	guest       bool // no bot is started: the user brings one
	level       slog.Level
	language    string                  // of all members and servers; "": each has its own
	permissions discordtest.Permissions // extra ones of the bot in its server, by a role of its own
	members     []string                // additional people
}

// parseFlags parses and checks the flags. Errors are flag.ErrHelp, or a sentence without its full stop.
func parseFlags(args []string) (options, error) {
	o := options{level: slog.LevelWarn}
	flags := flag.NewFlagSet("playground", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.addr, "addr", defaultAddr, "")
	flags.Func("bot", "", func(text string) error {
		o.guest = text == "none"
		if text != "noughts" && text != "none" {
			return errors.New("must be noughts or none")
		}
		return nil
	})
	flags.StringVar(&o.language, "language", "", "")
	flags.Func("permissions", "", func(text string) (err error) {
		o.permissions, err = object.ParsePermissions(text)
		return err
	})
	flags.Func("members", "", func(text string) (err error) {
		o.members, err = parseMembers(text)
		return err
	})
	flags.TextVar(&o.level, "log", o.level, "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	flags.Visit(func(f *flag.Flag) { o.asked = o.asked || f.Name == "addr" })
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unknown argument %q", flags.Arg(0))
	}
	return o, cmp.Or(checkLanguage(o.language), checkAddr(o.addr))
}

// maxMembers is how many people -members can add. The number is small because each pair of people has a channel.
const maxMembers = 20

// memberName matches valid names: as in Discord, any visible text of 1 to 32 characters.
var memberName = regexp.MustCompile(`^[^\pC\pZ](?:[^\pC]{0,30}[^\pC\pZ])?$`)

func parseMembers(text string) ([]string, error) {
	names := strings.Split(text, ",")
	if len(names) > maxMembers {
		return nil, fmt.Errorf("%d names, but at most %d can be added", len(names), maxMembers)
	}
	taken := map[string]bool{slugOf(botName): true}
	for _, p := range people {
		taken[slugOf(p.name)] = true
	}
	for i, name := range names {
		name = strings.TrimSpace(name)
		names[i] = name
		if !memberName.MatchString(name) {
			return nil, fmt.Errorf("%q is not a name of 1 to 32 visible characters", name)
		}
		if taken[slugOf(name)] {
			return nil, fmt.Errorf("somebody is called %q already", name)
		}
		taken[slugOf(name)] = true
	}
	return names, nil
}

func checkAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("-addr is %.60q, want host:port, such as %s", addr, defaultAddr)
	}
	return nil
}

const portsTried = 100

// isBusy reports whether the error says that an address is in use, on Windows as WSAEADDRINUSE.
func isBusy(err error) bool {
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, syscall.Errno(10048))
}

func listen(ctx context.Context, o options) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", o.addr)
	host, port, _ := net.SplitHostPort(o.addr) // parseFlags has checked the address
	first, _ := strconv.Atoi(port)
	for n := first + 1; n <= first+portsTried && isBusy(err) && !o.asked; n++ {
		listener, err = config.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(n)))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot serve the page: %w", err)
	}
	return listener, nil
}

func pageURL(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "http://" + addr.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}
