package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"noughts/cmd/arena/stats"
)

// A record holds the results of a tournament's games. Its file lets an interrupted tournament resume.
type record struct {
	Variant string            `json:"variant"`
	Players map[string]string `json:"players"` // name → signature of each entrant, see entrant
	Pairs   []*played         `json:"pairs"`

	path string // "" for a record without a file
}

// A played holds the results of the games between players A and B, from A's view.
type played struct {
	A string `json:"a"`
	B string `json:"b"`
	stats.Tally
}

// openRecord reads the record from a file. It returns an empty record if the file does not exist or path is "".
func openRecord(path, variant string) (*record, error) {
	r := &record{Variant: variant, Players: make(map[string]string), path: path}
	if path == "" {
		return r, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.Variant != variant {
		return nil, fmt.Errorf("%s has variant %s, not %s", path, r.Variant, variant)
	}
	return r, nil
}

// enter stores the signature of a player, which identifies the player's behaviour. If the signature has changed, enter
// discards the player's earlier games.
func (r *record) enter(name, signature string) {
	if was, ok := r.Players[name]; ok && was != signature {
		for _, p := range r.Pairs {
			if p.A == name || p.B == name {
				p.Tally = stats.Tally{}
			}
		}
	}
	r.Players[name] = signature
}

// pair returns the entry for two players, and adds an empty entry if there is none.
func (r *record) pair(a, b string) *played {
	for _, p := range r.Pairs {
		if p.A == a && p.B == b {
			return p
		}
	}
	p := &played{A: a, B: b}
	r.Pairs = append(r.Pairs, p)
	return p
}

func (r *record) save() error {
	if r.path == "" {
		return nil
	}
	return writeJSONFile(r.path, r)
}
