package bot

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// The headers of a request that Discord has signed.
const (
	headerSignature = "X-Signature-Ed25519"
	headerTimestamp = "X-Signature-Timestamp"
)

// mostAge is how far a request's time may be from this machine's. Whoever has
// caught a request can send it again for so long; its id is known by then.
const mostAge = 5 * time.Minute

var (
	errUnsigned = errors.New("a request that Discord has not signed")
	errOld      = errors.New("a request that Discord has signed at another time: it was caught and sent again, or this machine's clock is wrong")
)

// verify checks that the owner of a key has signed a body, lately. Errors:
// errUnsigned, errOld.
func verify(key ed25519.PublicKey, h http.Header, body []byte, now time.Time) error {
	var signature [ed25519.SignatureSize]byte
	text := h.Get(headerSignature)
	if len(text) != hex.EncodedLen(len(signature)) {
		return errUnsigned
	}
	if _, err := hex.Decode(signature[:], []byte(text)); err != nil {
		return errUnsigned
	}
	stamp := h.Get(headerTimestamp)
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return errUnsigned
	}
	signed := append(append(make([]byte, 0, len(stamp)+len(body)), stamp...), body...)
	if !ed25519.Verify(key, signed, signature[:]) {
		return errUnsigned
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > mostAge || age < -mostAge {
		return errOld
	}
	return nil
}
