package review

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// header is the first line of a review's text. Its number is the version of the format.
const header = "noughts review 1"

// ErrText is wrapped by every error about a text that is not a valid review.
var ErrText = errors.New("not a review")

// Text returns the review as a short text that Parse reads: the version, the variant and the first
// position; one line for each move with its square, the value of the position before it, and the
// best play from there; and a last line with the value of the last position. Values are points, or
// w, l and d if proven. Parse computes all other data from these.
//
//	noughts review 1
//	version 1
//	variant ultimate
//	start 9/9/9/9/9/9/9/9/9 x -
//	e5 54 e5e4d2
//	…
//	end l0
func (r Review) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nversion %s\nvariant %s\nstart %s\n", header, r.Version, r.Variant(), r.Game.Start)
	for i, m := range r.Moves {
		writeLine(&b, m.Square.String(), r.values[i])
	}
	writeLine(&b, "end", r.values[len(r.Moves)])
	return b.String()
}

func writeLine(b *strings.Builder, what string, v value) {
	b.WriteString(what + " ")
	switch v.score.Proof {
	case ai.Win:
		fmt.Fprintf(b, "w%d", v.score.Plies)
	case ai.Loss:
		fmt.Fprintf(b, "l%d", v.score.Plies)
	case ai.Draw:
		b.WriteString("d")
	default:
		fmt.Fprint(b, points(v.score))
	}
	if len(v.line) > 0 {
		b.WriteString(" ")
	}
	for _, s := range v.line {
		b.WriteString(s.String())
	}
	b.WriteString("\n")
}

// longestText exceeds the length of any review's text.
const longestText = 64 << 10

// Parse reads the output of Text and refuses any other text. Every error wraps ErrText.
func Parse(text string) (Review, error) {
	r, err := parse(text)
	if err != nil {
		return Review{}, fmt.Errorf("%w: %w", ErrText, err)
	}
	if r.Text() != text {
		return Review{}, fmt.Errorf("%w: not in canonical form", ErrText)
	}
	return r, nil
}

func parse(text string) (Review, error) {
	lines := strings.Split(text, "\n")
	if len(text) > longestText || len(lines) < 6 || lines[0] != header || lines[len(lines)-1] != "" {
		return Review{}, errors.New("missing header or end")
	}
	version, ok := strings.CutPrefix(lines[1], "version ")
	kind, ok2 := strings.CutPrefix(lines[2], "variant ")
	notation, ok3 := strings.CutPrefix(lines[3], "start ")
	if !ok || !ok2 || !ok3 || version == "" {
		return Review{}, errors.New("missing version, variant or start")
	}
	v, err := rules.ParseVariant(kind)
	if err != nil {
		return Review{}, err
	}
	start, err := rules.Parse(v, notation)
	if err != nil {
		return Review{}, err
	}
	g, values, err := parseMoves(start, lines[4:len(lines)-1])
	if err != nil {
		return Review{}, err
	}
	return judge(version, g, values), nil
}

func parseMoves(start game.Position, lines []string) (ai.History, []value, error) {
	g, p := ai.History{Start: start}, start
	var values []value
	for i, line := range lines {
		words := strings.Split(line, " ")
		v, err := parseValue(p, words)
		if err != nil {
			return g, nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		values = append(values, v)
		if i > 0 {
			if err := agree(g.Moves[i-1], values[i-1], before(v.score)); err != nil {
				return g, nil, fmt.Errorf("move %d: %w", i, err)
			}
		}
		if i == len(lines)-1 {
			break
		}
		s, err := game.ParseSquare(words[0])
		if err == nil {
			p, err = rules.Replay(p, []game.Square{s})
		}
		if err != nil {
			return g, nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Moves = append(g.Moves, s)
	}
	if !strings.HasPrefix(lines[len(lines)-1], "end ") {
		return g, nil, errors.New("missing end")
	}
	return g, values, nil
}

// agree returns an error if the value of a position contradicts the score of the move played there.
func agree(played game.Square, v value, score ai.Score) error {
	switch same := v.line[0] == played; {
	case same && v.score != score && (score.Proof == ai.Win || v.score != judged(points(score))), !same && compare(v.score, score) <= 0:
		return fmt.Errorf("%s is worth %s, and the best move %s", played, score, v.score)
	}
	return nil
}

// parseValue reads the second and third word of a line: the value of a position and the best play from there.
func parseValue(p game.Position, words []string) (value, error) {
	over := p.Outcome().Over
	if over && len(words) != 2 || !over && len(words) != 3 {
		return value{}, fmt.Errorf("%d words", len(words))
	}
	score, err := parseScore(words[1])
	if err != nil || over && score != engine.Final(p.Outcome(), p.ToMove()) {
		return value{}, fmt.Errorf("%q is the wrong value", words[1])
	}
	if over {
		return value{score: score}, nil
	}
	var line []game.Square
	for pair := range slices.Chunk([]byte(words[2]), 2) {
		s, err := game.ParseSquare(string(pair))
		if err != nil {
			return value{}, err
		}
		line = append(line, s)
	}
	if _, err := rules.Replay(p, line); err != nil || len(line) == 0 || len(line) > longest {
		return value{}, fmt.Errorf("%q is not a line of play", words[2])
	}
	return value{score, line}, nil
}

func parseScore(word string) (ai.Score, error) {
	if word == "d" {
		return engine.Proven(ai.Draw, 0), nil
	}
	proof, digits := engine.Unproven, word
	switch {
	case strings.HasPrefix(word, "w"):
		proof, digits = ai.Win, word[1:]
	case strings.HasPrefix(word, "l"):
		proof, digits = ai.Loss, word[1:]
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > 100 {
		return ai.Score{}, fmt.Errorf("%.24q is not a value", word)
	}
	if proof == engine.Unproven {
		return judged(n), nil
	}
	return engine.Proven(proof, n), nil
}
