package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestFlags(t *testing.T) {
	t.Parallel()
	o, err := parseFlags(strings.Fields("-games 7 -variant ultimate -against computer -level local -rate 12.5 -duration 1m -faults 0 -database memory:"), nil)
	if err != nil || o.members != 7 || o.command() != "/ultimate" || o.seats() != 1 || o.duration != time.Minute || o.faults == nil {
		t.Errorf("%+v: %v", o, err)
	}
	o, err = parseFlags(nil, nil)
	if err != nil || o.members != 200 || o.command() != "/classic" || o.faults != nil || o.database != "sqlite:" {
		t.Errorf("%+v: %v", o, err)
	}
}

func TestWrongFlagsGetOneSentence(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"-games 0":                       "-games is 0, want 1",
		"-members 1":                     "-members is 1, want 2",
		"-variant classic10":             "classic[1-9], ultimate",
		"-variant chess":                 "classic[1-9], ultimate",
		"-against nobody":                "must be one of members, computer",
		"-transport pigeon":              "must be one of gateway, http",
		"-level local":                   "needs -against computer",
		"-rate -1":                       "-rate is -1",
		"-rate NaN":                      "-rate is NaN",
		"-rate +Inf":                     "-rate is +Inf",
		"-duration 0s":                   "-duration is 0s",
		"-games 9000000000000000000":     "-games is 9000000000000000000",
		"-games 99999999999999999999":    "-games",
		"-replicas 999999999":            "-replicas is 999999999",
		"-restart NaN":                   "-restart",
		"-seed -1":                       "-seed",
		"-database nowhere":              "sqlite:PATH",
		"-database memory: -kill 1":      "cannot be used with -kill",
		"-database sqlite:x -replicas 2": "use postgres://",
		"-scrape -1s":                    "-scrape is -1",
		"-kill -1":                       "-kill is -1",
		"-unknown":                       "not defined",
		"more":                           `unexpected argument "more"`,
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(args), &stdout, &stderr)
		said := stderr.String()
		if code != 2 || !strings.Contains(said, want) || strings.Count(said, "\n") != 1 || stdout.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", args, code, said)
		}
	}
}

func TestHelpIsNoMistake(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-help"}, &stdout, &stderr); code != 0 || !strings.HasPrefix(stdout.String(), introduction) || !strings.Contains(stdout.String(), "-replicas") || stderr.Len() > 0 {
		t.Errorf("exit status %d: %s%s", code, stdout.String(), stderr.String())
	}
}
