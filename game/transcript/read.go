package transcript

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"noughts/game"
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
	Move int    // number of the illegal move, from 1; 0 for any other error
	Word string // the wrong word or move, "" if no single word is wrong
	Err  error  // the reason
}

// Error returns the line, the word and the reason, such as: transcript: line 3: "x": not understood. For an illegal
// move it returns the move's number instead of the line's.
func (e *Error) Error() string {
	text := e.Err.Error()
	if e.Word != "" {
		text = fmt.Sprintf("%.24q: %s", e.Word, text)
	}
	switch {
	case e.Move > 0:
		text = fmt.Sprintf("move %d: %s", e.Move, text)
	case e.Line > 0:
		text = fmt.Sprintf("line %d: %s", e.Line, text)
	}
	return "transcript: " + text
}

func (e *Error) Unwrap() error { return e.Err }

// Read reads a game from the output of Write, or from text that a person typed or pasted. All its
// errors are of type *Error. With an error, Read returns what it has read before it.
//
// A list of moves without a variant is read if one variant alone fits: among the 3×3 board and Ultimate, or else among
// all variants, one that ends with the last move; or else one in which all moves are legal.
func Read(data []byte) (Sheet, error) {
	if len(data) > MaxSize {
		return Sheet{}, &Error{Err: ErrTooLong}
	}
	text := inLines(strings.TrimPrefix(strings.ToValidUTF8(string(data), ""), "\ufeff"))
	read, err := readIn(game.Variant{}, text)
	if wrong := (*Error)(nil); errors.Is(err, errNone) && errors.As(err, &wrong) {
		wrong.Err = ErrVariant
		if fitting, ok := fit(text); ok {
			return fitting, nil
		}
	}
	return read, err
}

// errNone is the reason ErrVariant for a list of moves before which no variant is named.
var errNone = errors.New("no variant")

// readIn reads a text. The variant v, if it is not zero, is named before the text.
func readIn(v game.Variant, text string) (Sheet, error) {
	r := reader{said: make(map[string]bool), game: Sheet{Variant: v}}
	for line := range strings.Lines(text) {
		r.line++
		if err := r.read(unfenced(strings.TrimSpace(line))); err != nil {
			return r.game, err
		}
	}
	err := r.end()
	return r.game, err
}

// fit reads a text that names no variant. It reports whether one variant alone fits, as described for Read.
func fit(text string) (Sheet, bool) {
	var common, ended, legal []Sheet
	for _, v := range rules.Variants() {
		g, err := readIn(v, text)
		if err != nil {
			continue
		}
		legal = append(legal, g)
		if p, err := rules.Replay(rules.Start(v, g.Begins), g.squares()); err != nil || !p.Outcome().Over {
			continue
		}
		ended = append(ended, g)
		if v == game.Ultimate || v == game.Classic(3) {
			common = append(common, g)
		}
	}
	for _, all := range [][]Sheet{common, ended, legal} {
		if len(all) == 1 {
			return all[0], true
		}
	}
	return Sheet{}, false
}

// The parts of a file whose line breaks are lost. A name may look like a key, but nothing after the last "begins" is a
// name.
var (
	header    = regexp.MustCompile(`^(noughts game 1) (variant .+?)(?: (x .+?))?(?: (o .+?))?(?: (date \d+-\d+-\d+))?$`)
	firstMove = regexp.MustCompile(` 1 [a-i][1-9]`)
)

// inLines restores the line breaks of a file of one line, such as Discord makes of a text in a command's option.
func inLines(text string) string {
	if !strings.HasPrefix(text, form+" ") || strings.Contains(text, "\n") {
		return text
	}
	head, rest := text, ""
	if at := strings.LastIndex(text, " "+keyBegins+" "); at >= 0 {
		head, rest = text[:at], strings.Replace(text[at:], " "+keyResult+" ", "\n"+keyResult+" ", 1)
	}
	if at := firstMove.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]] + "\n" + rest[at[0]:]
	} else if at := firstMove.FindStringIndex(head); at != nil && rest == "" {
		head, rest = head[:at[0]], head[at[0]:]
	}
	for _, part := range header.FindAllStringSubmatch(head, 1) {
		head = strings.Join(part[1:], "\n")
	}
	return head + "\n" + rest
}

// unfenced removes Markdown's code marks: backquotes, and the name of the language after an opening fence.
func unfenced(line string) string {
	text := strings.Trim(line, "`")
	if strings.HasPrefix(line, "```") && (text == "text" || text == "txt") {
		return ""
	}
	return text
}

type reader struct {
	game     Sheet
	said     map[string]bool // the keys of the lines read so far
	line     int
	position game.Position // nil before the first move
	result   int           // number of the line with the result, 0 if there is none
}

func (r *reader) refuse(word string, why error) error { return &Error{r.line, 0, word, why} }

func (r *reader) read(line string) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	key := strings.TrimSuffix(strings.ToLower(words[0]), ":")
	if !slices.Contains(keys, key) {
		return r.readMoves(line)
	}
	if r.said[key] {
		return r.refuse(words[0], ErrTwice)
	}
	r.said[key] = true
	return r.readField(key, strings.TrimSpace(strings.TrimSpace(line)[len(words[0]):]))
}

func (r *reader) readField(key, text string) error {
	switch key {
	case keyForm:
		if keyForm+" "+text != form {
			return r.refuse(text, ErrForm)
		}
	case keyVariant:
		v, ok := parseName(text)
		switch {
		case !ok:
			return r.refuse(text, ErrVariant)
		case r.game.Variant != game.Variant{}:
			return r.refuse(text, ErrTwice)
		}
		r.game.Variant = v
	case keyX, keyO:
		name, isComputer := strings.CutSuffix(text, computer)
		r.game.Players[slices.Index([]string{keyX, keyO}, key)] = Player{clean(name), isComputer}
	case keyDate:
		date, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return r.refuse(text, ErrWord)
		}
		r.game.Date = date
	case keyBegins:
		side, err := game.ParseToMove(strings.ToLower(text))
		switch {
		case err != nil:
			return r.refuse(text, ErrWord)
		case r.position != nil:
			return r.refuse(keyBegins, ErrWord) // the line comes after the first move
		}
		r.game.Begins = side
	case keyResult:
		return r.readResult(text)
	}
	return nil
}

func (r *reader) readResult(text string) error {
	words := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	words = strings.Replace(words, repetition, fullBoard, 1)
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

// end completes the result: it is taken from the board, or must agree with it. A text needs a variant, and moves unless
// its first line names the format.
func (r *reader) end() error {
	switch {
	case r.game.Variant == (game.Variant{}):
		return &Error{Err: ErrVariant}
	case r.position == nil && !r.said[keyForm]:
		return &Error{Err: ErrNoMoves}
	}
	r.game.Begins = max(r.game.Begins, game.X)
	onBoard := match.Result{}
	if r.position != nil {
		switch o := r.position.Outcome(); {
		case o.Drawn():
			onBoard.Reason = match.ByFullBoard
		case o.Over:
			onBoard = match.Result{Winner: o.Winner, Reason: match.ByLine}
		}
	}
	over := onBoard.Reason != match.Unfinished
	switch said := r.game.Result; {
	case r.result == 0:
		r.game.Result = onBoard
	case over && said != onBoard, !over && !endsEarly(said):
		r.line = r.result
		return r.refuse(resultText(said), ErrResult)
	}
	return nil
}

// endsEarly reports whether the result comes before the end on the board: by resignation, on time or by agreement.
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
