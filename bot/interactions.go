package bot

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// interactionsPath is where interactions are served.
const interactionsPath = "/interactions"

// maxInteraction is the size of the largest request that is read: Discord's, with
// a message of forty components in it, have some ten thousand bytes.
const maxInteraction = 256 << 10

// An endpoint takes interactions over HTTP and answers them inline.
type endpoint struct {
	key      ed25519.PublicKey
	dispatch *dispatcher
	log      *slog.Logger
}

// handler serves the endpoint's path and nothing else.
func (e *endpoint) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST "+interactionsPath, e)
	return mux
}

// ServeHTTP takes one interaction. What Discord has not signed learns nothing
// but that.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	arrived := time.Now()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxInteraction))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		http.Error(w, "the request is too large", http.StatusRequestEntityTooLarge)
		return
	case err != nil:
		http.Error(w, "the request ends too early", http.StatusBadRequest)
		return
	}
	if err := verify(e.key, r.Header, body, arrived); err != nil {
		e.refuse(w, err)
		return
	}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "interactions are application/json", http.StatusUnsupportedMediaType)
		return
	}
	e.answer(w, r, body, arrived)
}

// refuse answers a request that is not Discord's, or not of now.
func (e *endpoint) refuse(w http.ResponseWriter, err error) {
	if errors.Is(err, errOld) {
		e.log.Warn("refused", "err", err)
	}
	http.Error(w, "invalid request signature", http.StatusUnauthorized)
}

// answer answers a request of Discord's.
func (e *endpoint) answer(w http.ResponseWriter, r *http.Request, body []byte, arrived time.Time) {
	h, err := readHeading(body)
	if err == nil && h.Type == discordgo.InteractionPing {
		_ = writeBody(w, pongBody) // nothing to be done for whoever has hung up
		return
	}
	by := newInline()
	if err == nil {
		read := func() (*discordgo.Interaction, error) { return decodeInteraction(body) }
		err = e.dispatch.accept(h, read, arrived, by, func() {})
	}
	switch {
	case errors.Is(err, errNoInteraction):
		e.log.Warn("unreadable interaction", "err", err)
		http.Error(w, "not an interaction", http.StatusBadRequest)
	case errors.Is(err, errDuplicate), errors.Is(err, errSilent):
		w.WriteHeader(http.StatusAccepted) // the answer has gone, or goes, another way; or there is none
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	default:
		by.write(r.Context(), w, arrived.Add(carryLimit))
	}
}

// pongBody answers a PING.
var pongBody = []byte(`{"type":1}`)

// decodeInteraction reads an interaction. Errors: errNoInteraction.
func decodeInteraction(body []byte) (*discordgo.Interaction, error) {
	var i discordgo.Interaction
	if json.Unmarshal(body, &i) == nil && usable(&i) {
		return &i, nil
	}
	return readInteractionLoosely(body)
}
