// Package games is a page of the playground that replays a game from a text file, as /replay exports it: board by
// board, and as an animation. The page stores nothing, because its address contains the game.
package games

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/transcript"
	"noughts/render"
	"noughts/render/animation"
	"noughts/render/picture"
)

// Path is the path of the page.
const Path = "/game"

var (
	//go:embed game.html
	pageText string
	page     = template.Must(template.New("").Parse(pageText))
	//go:embed game.css
	style []byte
)

// Handler serves the page and its files, at and below Path.
func Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path, show)
	mux.HandleFunc("POST "+Path, send)
	mux.HandleFunc("GET "+Path+"/board.png", board)
	mux.HandleFunc("GET "+Path+"/game.gif", animated)
	mux.HandleFunc("GET "+Path+"/game.txt", text)
	mux.HandleFunc("GET "+Path+"/game.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style) // an error means that the client has disconnected
	})
	return mux
}

// A shown game is a game at one of its positions.
type shown struct {
	transcript.Sheet
	views []render.View
	ply   int
}

// read reads the game and the ply from a request.
func read(r *http.Request) (shown, error) {
	g, err := transcript.Read([]byte(r.FormValue("game")))
	if err != nil {
		return shown{}, err
	}
	played := g.Played()
	s := shown{Sheet: g}
	if s.views, err = animation.Views(played.Start, played.Moves); err != nil {
		return shown{}, err
	}
	last := len(s.views) - 1
	s.views[last].Ended = g.Result != (match.Result{})
	if ply := r.FormValue("ply"); ply != "" {
		s.ply, err = strconv.Atoi(ply)
		if err != nil || s.ply < 0 || s.ply > last {
			return shown{}, fmt.Errorf("illegal move %.10q", ply)
		}
	}
	return s, nil
}

// address returns the address of a file or page of the game.
func (s shown) address(path string, ply int) string {
	values := url.Values{"game": {string(transcript.Write(s.Sheet))}, "ply": {strconv.Itoa(ply)}}
	return Path + path + "?" + values.Encode()
}

// A pageView is the data of the page's template.
type pageView struct {
	Error, Text string // what is wrong with the submitted text, and the text itself
	Game        *gameView
}

type gameView struct {
	Variant, X, O, Result, Date string
	Ply                         int
	Said                        string // which move is shown
	Alt                         string
	Board, Animation, File      string // addresses
	Steps                       []stepView
	Moves                       []moveView
}

// A stepView is a link to another move. `To` is empty if there is no such move.
type stepView struct{ ID, Name, Sign, To string }

type moveView struct {
	Number              int
	Side, Square, Worth string
	Address             string
	Shown               bool
}

// show answers with the page of a game, or with the form if the request has no game.
func show(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("game") == "" {
		write(w, http.StatusOK, pageView{})
		return
	}
	s, err := read(r)
	if err != nil {
		write(w, http.StatusBadRequest, pageView{Error: err.Error(), Text: r.FormValue("game")})
		return
	}
	write(w, http.StatusOK, pageView{Text: string(transcript.Write(s.Sheet)), Game: s.view()})
}

// send reads a game from the form's text or file, and redirects to the game's address.
func send(w http.ResponseWriter, r *http.Request) {
	sent := r.FormValue("game")
	file, _, err := r.FormFile("file")
	if err == nil {
		var data []byte
		if data, err = io.ReadAll(file); len(bytes.TrimSpace(data)) > 0 {
			sent = string(data)
		}
	}
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		write(w, http.StatusRequestEntityTooLarge, pageView{Error: "That is too long for a game."})
		return
	case err != nil && !errors.Is(err, http.ErrMissingFile) && !errors.Is(err, http.ErrNotMultipart):
		write(w, http.StatusBadRequest, pageView{Error: "The browser sent an invalid form."})
		return
	}
	g, err := transcript.Read([]byte(sent))
	if err != nil {
		write(w, http.StatusBadRequest, pageView{Error: err.Error(), Text: sent})
		return
	}
	http.Redirect(w, r, shown{Sheet: g}.address("", 0), http.StatusSeeOther)
}

// view returns the template's data for the game.
func (s shown) view() *gameView {
	last := len(s.views) - 1
	v := &gameView{
		Variant: s.Variant.String(), X: name(s.Players[0], game.X), O: name(s.Players[1], game.O), Result: result(s.Result),
		Ply: s.ply, Said: "Before the first move", Alt: "The position " + s.views[s.ply].Position.String(),
		Board: s.address("/board.png", s.ply), Animation: s.address("/game.gif", 0), File: s.address("/game.txt", 0),
	}
	if !s.Date.IsZero() {
		v.Date = s.Date.Format("2006-01-02")
	}
	for i, m := range s.Moves {
		side := s.views[i].Position.ToMove()
		move := moveView{Number: i + 1, Side: strings.ToUpper(side.String()), Square: m.Square.String(), Address: s.address("", i+1), Shown: s.ply == i+1}
		if m.Rated {
			move.Worth = fmt.Sprintf("%s, %s", m.Value, m.Mark)
		}
		if move.Shown {
			v.Said = fmt.Sprintf("Move %d of %d: %s played %s", i+1, last, move.Side, move.Square)
		}
		v.Moves = append(v.Moves, move)
	}
	step := func(id, name, sign string, ply int) {
		to := ""
		if ply = min(max(ply, 0), last); ply != s.ply {
			to = s.address("", ply)
		}
		v.Steps = append(v.Steps, stepView{id, name, sign, to})
	}
	step("first", "Before the first move", "⏮", 0)
	step("back", "One move back", "◀", s.ply-1)
	step("next", "One move on", "▶", s.ply+1)
	step("last", "After the last move", "⏭", last)
	return v
}

// name returns a player's name, or the player's mark if the file has no name.
func name(p transcript.Player, side game.Mark) string {
	switch {
	case p.Computer:
		return strings.TrimSpace("the computer " + p.Name)
	case p.Name == "":
		return strings.ToUpper(side.String())
	}
	return p.Name
}

// result describes the result, or returns "" if the file has none.
func result(r match.Result) string {
	switch {
	case r.Reason == match.Unfinished:
		return ""
	case r.Winner == game.Empty:
		return "Drawn"
	}
	return strings.ToUpper(r.Winner.String()) + " has won"
}

// board answers with an image of the shown position.
func board(w http.ResponseWriter, r *http.Request) {
	draw(w, r, "image/png", func(to io.Writer, s shown) error {
		view := s.views[s.ply]
		view.NoPad = true
		return picture.PNG(to, view, picture.Dark)
	})
}

// animated answers with an animation of the whole game.
func animated(w http.ResponseWriter, r *http.Request) {
	draw(w, r, "image/gif", func(to io.Writer, s shown) error { return animation.GIF(to, s.views, picture.Dark) })
}

// text answers with the game as a text file.
func text(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Disposition", `attachment; filename="game.txt"`)
	draw(w, r, "text/plain; charset=utf-8", func(to io.Writer, s shown) error {
		_, err := to.Write(transcript.Write(s.Sheet))
		return err
	})
}

// draw answers with the file that `make` creates from the game.
func draw(w http.ResponseWriter, r *http.Request, kind string, make func(io.Writer, shown) error) {
	s, err := read(r)
	var file bytes.Buffer
	if err == nil {
		err = make(&file, s)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(file.Bytes()) // an error means that the client has disconnected
}

func write(w http.ResponseWriter, status int, v pageView) {
	var html bytes.Buffer
	if err := page.Execute(&html, v); err != nil {
		http.Error(w, "Cannot render the page.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(html.Bytes()) // an error means that the client has disconnected
}
