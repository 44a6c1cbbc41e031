package transcript

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/rules"
)

// Reasons to refuse a text. An illegal move is refused with the error of the move, such as game.ErrWrongBoard.
var (
	ErrTooLong = fmt.Errorf("more than %d bytes", MaxSize)
	ErrForm    = errors.New("unsupported newer format")
	ErrVariant = errors.New("unknown variant")
	ErrTwice   = errors.New("duplicate field")
	ErrWord    = errors.New("not understood")
	ErrNumber  = errors.New("wrong move number")
	ErrResult  = errors.New("result does not match the moves")
	ErrNoMoves = errors.New("no moves")
)

// An Error says where and why a text is refused. All errors of Read have this type.
type Error struct {
	Line int    // number of the line, from 1; 0 for the text as a whole
	Word string // the wrong word or move, "" if no single word is wrong
	Err  error  // the reason
}

// Error returns the line, the word and the reason, such as: transcript: line 3: "x": not understood.
func (e *Error) Error() string {
	text := e.Err.Error()
	if e.Word != "" {
		text = fmt.Sprintf("%.24q: %s", e.Word, text)
	}
	if e.Line > 0 {
		text = fmt.Sprintf("line %d: %s", e.Line, text)
	}
	return "transcript: " + text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// Read reads a game from the output of Write, or from text that a person typed or pasted. All its
// errors are of type *Error.
func Read(data []byte) (Sheet, error) {
	if len(data) > MaxSize {
		return Sheet{}, &Error{Err: ErrTooLong}
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(data), ""), "\ufeff")
	r := reader{said: make(map[string]bool)}
	for line := range strings.Lines(text) {
		r.line++
		if err := r.read(unfenced(strings.TrimSpace(line))); err != nil {
			return Sheet{}, err
		}
	}
	if err := r.end(); err != nil {
		return Sheet{}, err
	}
	return r.game, nil
}

// unfenced returns a line without Markdown's code marks: backquotes, and the name of the language
// after an opening fence.
func unfenced(line string) string {
	text := strings.Trim(line, "`")
	if strings.HasPrefix(line, "```") && (text == "text" || text == "txt") {
		return ""
	}
	return text
}

// A reader is the state of reading a text.
type reader struct {
	game     Sheet
	said     map[string]bool // the keys of the lines read so far
	line     int
	position game.Position // nil before the first move
	result   int           // number of the line with the result, 0 if there is none
}

// refuse returns an *Error for a word of the current line.
func (r *reader) refuse(word string, why error) error { return &Error{r.line, word, why} }

// read reads a line.
func (r *reader) read(line string) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	key := strings.TrimSuffix(strings.ToLower(words[0]), ":")
	read, ok := keys[key]
	if !ok {
		return r.readMoves(words)
	}
	if r.said[key] {
		return r.refuse(words[0], ErrTwice)
	}
	r.said[key] = true
	return read(r, strings.TrimSpace(strings.TrimSpace(line)[len(words[0]):]))
}

// keys maps the first word of a line to the function that reads the rest of the line.
var keys = map[string]func(r *reader, text string) error{
	keyForm:    (*reader).readForm,
	keyVariant: (*reader).readVariant,
	keyX:       func(r *reader, text string) error { return r.readPlayer(0, text) },
	keyO:       func(r *reader, text string) error { return r.readPlayer(1, text) },
	keyDate:    (*reader).readDate,
	keyBegins:  (*reader).readBegins,
	keyResult:  (*reader).readResult,
}

func (r *reader) readForm(text string) error {
	if keyForm+" "+text != form {
		return r.refuse(text, ErrForm)
	}
	return nil
}

func (r *reader) readVariant(text string) error {
	v, err := rules.ParseVariant(strings.Join(strings.Fields(strings.ToLower(text)), " "))
	if err != nil {
		return r.refuse(text, ErrVariant)
	}
	if r.game.Variant != (game.Variant{}) {
		return r.refuse(text, ErrTwice)
	}
	r.game.Variant = v
	return nil
}

func (r *reader) readPlayer(i int, text string) error {
	name, isComputer := strings.CutSuffix(text, computer)
	r.game.Players[i] = Player{clean(name), isComputer}
	return nil
}

func (r *reader) readDate(text string) error {
	date, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return r.refuse(text, ErrWord)
	}
	r.game.Date = date
	return nil
}

func (r *reader) readBegins(text string) error {
	side, err := game.ParseToMove(strings.ToLower(text))
	switch {
	case err != nil:
		return r.refuse(text, ErrWord)
	case r.position != nil:
		return r.refuse(keyBegins, ErrWord) // the line comes after the first move
	}
	r.game.Begins = side
	return nil
}

func (r *reader) readResult(text string) error {
	words := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for reason := range reasons {
		for _, winner := range []game.Mark{game.Empty, game.X, game.O} {
			if result := (match.Result{Winner: winner, Reason: reason}); resultText(result) == words {
				r.game.Result, r.result = result, r.line
				return nil
			}
		}
	}
	return r.refuse(text, ErrWord)
}

// readMoves reads a line of moves. The line may begin with the name of the variant.
func (r *reader) readMoves(words []string) error {
	if r.game.Variant == (game.Variant{}) {
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

// longestVariant is the number of words in the longest variant name.
const longestVariant = 3

// readName reads the name of the variant and returns the number of words that it takes.
func (r *reader) readName(words []string) (int, error) {
	for n := min(len(words), longestVariant); n > 0; n-- {
		name := strings.TrimSuffix(strings.ToLower(strings.Join(words[:n], " ")), ":")
		if v, err := rules.ParseVariant(name); err == nil {
			r.game.Variant = v
			return n, nil
		}
	}
	return 0, r.refuse(words[0], ErrVariant)
}

// readMove reads a move number, or a move with its value and mark. It returns the number of words that it took. It does
// not check a number with a full stop, such as "3.".
func (r *reader) readMove(words []string) (int, error) {
	word := strings.ToLower(words[0])
	if number, move, ok := strings.Cut(word, "."); ok && digits(number) {
		if word = strings.TrimLeft(move, "."); word == "" {
			return 1, nil
		}
	} else if digits(word) {
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
		return 0, r.refuse(words[0], err)
	}
	n, err := r.readValue(words[1:])
	return n + 1, err
}

// digits reports whether a word is a number.
func digits(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// play makes a move. If the move is illegal, it returns the reason.
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

// parseValue reads a value in the engine's notation. It returns the value and the number of words
// that it takes, and false if there is no value.
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

// end checks that the text has a variant, and has moves unless its first line names the format. It completes the game's
// result.
func (r *reader) end() error {
	switch {
	case r.game.Variant == (game.Variant{}):
		return &Error{Err: ErrVariant}
	case r.position == nil && !r.said[keyForm]:
		return &Error{Err: ErrNoMoves}
	}
	r.game.Begins = max(r.game.Begins, game.X)
	return r.endResult()
}

// endResult checks that the result in the text agrees with the board. If the text has no result, endResult takes the
// result from the board.
func (r *reader) endResult() error {
	onBoard := match.Result{}
	if r.position != nil {
		switch o := r.position.Outcome(); {
		case o.Drawn():
			onBoard.Reason = match.ByFullBoard
		case o.Over:
			onBoard = match.Result{Winner: o.Winner, Reason: match.ByLine}
		}
	}
	said := r.game.Result
	switch {
	case r.result == 0:
		r.game.Result = onBoard
		return nil
	case onBoard.Reason != match.Unfinished && said == onBoard:
		return nil
	case onBoard.Reason == match.Unfinished && endsEarly(said):
		return nil
	}
	r.line = r.result
	return r.refuse(resultText(said), ErrResult)
}

// endsEarly reports whether the result ends a game before its end on the board: by resignation, on
// time or by agreement.
func endsEarly(r match.Result) bool {
	switch r.Reason {
	case match.ByResignation, match.ByTimeout, match.ByLeaving:
		return r.Winner != game.Empty
	case match.ByAgreement:
		return r.Winner == game.Empty
	default:
		return false
	}
}
