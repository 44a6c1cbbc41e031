package bot

import (
	"crypto/ed25519"
	"encoding/hex"
	"mime"
	"net/http"
	"strconv"
	"time"
)

// The headers of a signed request.
const (
	headerSignature = "X-Signature-Ed25519"
	headerTimestamp = "X-Signature-Timestamp"
)

// mostAge is how far a request's timestamp may differ from this machine's clock. So somebody who has captured a request
// can replay it for that long. The bot then drops the interaction as a duplicate.
const mostAge = 5 * time.Minute

// claim is what the headers of a request say. Nothing in it is verified yet.
type claim struct {
	signature [ed25519.SignatureSize]byte
	stamp     string // the timestamp as text, as it was signed
	at        time.Time
	length    int // size of the body in bytes
}

func readClaim(r *http.Request) (claim, error) {
	c := claim{stamp: r.Header.Get(headerTimestamp)}
	text := r.Header.Get(headerSignature)
	if len(text) != hex.EncodedLen(len(c.signature)) {
		return c, errUnsigned
	}
	if _, err := hex.Decode(c.signature[:], []byte(text)); err != nil {
		return c, errUnsigned
	}
	seconds, err := strconv.ParseInt(c.stamp, 10, 64)
	if err != nil {
		return c, errUnsigned
	}
	c.at = time.Unix(seconds, 0)
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case kind != "application/json":
		return c, errType
	case r.ContentLength <= 0:
		return c, errNoLength
	case r.ContentLength > maxSignedBody:
		return c, errLarge
	}
	c.length = int(r.ContentLength)
	return c, nil
}

// verify checks that `key` has signed the message, which is the timestamp followed by the body, and
// that the timestamp is recent. Errors: errUnsigned and errOld.
func (c claim) verify(key ed25519.PublicKey, message []byte, now time.Time) error {
	if !ed25519.Verify(key, message, c.signature[:]) {
		return errUnsigned
	}
	if age := now.Sub(c.at); age > mostAge || age < -mostAge {
		return errOld
	}
	return nil
}
