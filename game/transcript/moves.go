package transcript

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

// notes are what other programs write between moves: a tag such as [Event "Final"], whose name and value are captured,
// and a comment in braces.
var notes = regexp.MustCompile(`\[\s*(\w+)\s*([^\]]*)\]|\{[^}]*\}`)

func (r *reader) readMoves(line string) error {
	for _, tag := range notes.FindAllStringSubmatch(line, -1) {
		if v, ok := parseName(strings.Trim(tag[2], `"`)); ok && strings.EqualFold(tag[1], keyVariant) && r.game.Variant == (game.Variant{}) {
			r.game.Variant = v
		}
	}
	words := strings.FieldsFunc(notes.ReplaceAllString(line, " "), func(c rune) bool {
		return unicode.IsSpace(c) || c == ',' || c == ';'
	})
	if len(words) > 0 && r.game.Variant == (game.Variant{}) {
		n, err := r.readName(words)
		if err != nil {
			return err
		}
		words = words[n:]
	}
	for len(words) > 0 {
		n, err := r.readMove(words)
		if err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

// longestVariant is the number of words in the longest variant name, "tic tac toe 7×7, 4 in a row".
const longestVariant = 8

func (r *reader) readName(words []string) (int, error) {
	for n := min(len(words), longestVariant); n > 0; n-- {
		if v, ok := parseName(strings.Join(words[:n], " ")); ok {
			r.game.Variant = v
			return n, nil
		}
	}
	if parts := moveWord.FindStringSubmatch(strings.ToLower(words[0])); parts[1] != "" || parts[2] != "" {
		return 0, r.refuse(words[0], errNone)
	}
	return 0, r.refuse(words[0], ErrVariant)
}

// What the bot's name of a variant has and Variant.String does not, and the size of a board, such as "3×3".
var (
	plain = strings.NewReplacer("×", "x", "è", "e", "tic-tac-toe", "classic", "tic tac toe", "classic", "tictactoe", "classic", " in a row", "", ",", "")
	sizes = regexp.MustCompile(`\b(?:1x1|2x2|3x3|4x4|5x5|6x6|7x7|8x8|9x9)\b`)
)

// parseName reads the name of a variant in the form of Variant.String or of the bot's messages, or the size of the
// board alone.
func parseName(text string) (game.Variant, bool) {
	name := plain.Replace(strings.ToLower(strings.TrimSuffix(strings.TrimSpace(text), ":")))
	name = sizes.ReplaceAllStringFunc(name, func(size string) string { return size[:1] })
	words := strings.Fields(name)
	switch {
	case len(words) > 1 && words[1] == "classic": // "ultimate tic-tac-toe"
		words = append(words[:1], words[2:]...)
	case len(words) > 0 && digits(words[0]) && strings.ContainsAny(text, "x×X"):
		words = append([]string{"classic"}, words...)
	}
	v, err := rules.ParseVariant(strings.Join(words, " "))
	return v, err == nil
}

// moveWord captures the number before a move, if a sign shows it as a number, and what follows: a move or a number
// without its marks, such as "!?" and "#", or nothing.
var moveWord = regexp.MustCompile(`^(?:[(#]*(\d+)[.):…]+)?[*_(]*([a-z]\d|\d+)?[*_#+!?.)=:]*$|`)

// results are the results of other programs, and the place of the winner among the sides in the order of their moves:
// 0 for a draw, -1 for an unfinished game.
var results = map[string]int{"1-0": 1, "0-1": 2, "1/2-1/2": 0, "½-½": 0, "*": -1}

// readMove reads a move number, a result, or a move with its value and mark. It returns the number of words that it
// took. It does not check a number that is marked as one, such as "3.".
func (r *reader) readMove(words []string) (int, error) {
	if winner, ok := results[strings.ReplaceAll(words[0], "–", "-")]; ok {
		return 1, r.checkWinner(words[0], winner)
	}
	parts := moveWord.FindStringSubmatch(strings.ToLower(words[0]))
	word := parts[2]
	switch {
	case word == "" && parts[1] != "":
		return 1, nil
	case parts[1] == "" && digits(word):
		if word != strconv.Itoa(len(r.game.Moves)+1) {
			return 0, r.refuse(words[0], ErrNumber)
		}
		return 1, nil
	}
	s, err := game.ParseSquare(word)
	if err != nil {
		return 0, r.refuse(words[0], ErrWord)
	}
	if err := r.play(s); err != nil {
		return 0, &Error{r.line, len(r.game.Moves) + 1, word, err}
	}
	n, err := r.readValue(words[1:])
	return n + 1, err
}

// checkWinner refuses a result, as in the map `results`, that contradicts a finished board. The result of an
// unfinished board says nothing about the reason, so checkWinner ignores it.
func (r *reader) checkWinner(word string, place int) error {
	if r.position == nil || !r.position.Outcome().Over {
		return nil
	}
	sides := []game.Mark{game.Empty, r.game.Begins, r.game.Begins.Opponent()}
	if place < 0 || sides[place] != r.position.Outcome().Winner {
		return r.refuse(word, ErrResult)
	}
	return nil
}

func digits(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

func (r *reader) play(s game.Square) error {
	if r.position == nil {
		r.game.Begins = max(r.game.Begins, game.X)
		r.position = rules.Start(r.game.Variant, r.game.Begins)
	}
	next, err := r.position.Play(s)
	if err != nil {
		return err
	}
	r.position = next
	r.game.Moves = append(r.game.Moves, Move{Square: s})
	return nil
}

// readValue reads the value and the mark of the last move if they follow. It returns the number of words that it took.
func (r *reader) readValue(words []string) (int, error) {
	value, n, ok := parseValue(words)
	if !ok {
		return 0, nil
	}
	if n == len(words) {
		return 0, r.refuse(words[n-1], ErrWord)
	}
	mark, ok := review.ParseMark(strings.ToLower(words[n]))
	if !ok {
		return 0, r.refuse(words[n], ErrWord)
	}
	m := &r.game.Moves[len(r.game.Moves)-1]
	m.Rated, m.Value, m.Mark = true, value, mark
	return n + 1, nil
}

// parseValue returns a value in the engine's notation and its number of words, and false if there is none.
func parseValue(words []string) (ai.Score, int, bool) {
	if len(words) == 0 {
		return ai.Score{}, 0, false
	}
	proof := map[string]engine.Proof{"win": ai.Win, "loss": ai.Loss, "draw": ai.Draw}[strings.ToLower(words[0])]
	if proof == ai.Draw {
		return engine.Proven(proof, 0), 1, true
	}
	if proof != engine.Unproven {
		if len(words) < 2 || !digits(words[1]) || len(words[1]) > 2 {
			return ai.Score{}, 0, false
		}
		plies, _ := strconv.Atoi(words[1])
		return engine.Proven(proof, plies), 2, true
	}
	if whole, parts, _ := strings.Cut(words[0], "."); len(whole) != 1 || len(parts) != 2 || !digits(whole+parts) {
		return ai.Score{}, 0, false
	}
	expected, err := strconv.ParseFloat(words[0], 64)
	return ai.Score{Expected: expected}, 1, err == nil && expected <= 1
}
