package interaction

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"strconv"
	"time"

	"noughts/bot/discordtest/internal/world"
)

// The headers of a signed request.
const (
	headerSignature = "X-Signature-Ed25519"
	headerTimestamp = "X-Signature-Timestamp"
)

// A signature signs a body and a timestamp.
type signature struct {
	Stamp string // the timestamp, in seconds since 1970
	Hex   string // the signature of timestamp and body, in hexadecimal
}

// sign signs a body with the application's key.
func sign(a *world.Application, body []byte, at time.Time) signature {
	return signWith(a.Private, body, at)
}

// signWith signs a body with a key.
func signWith(key ed25519.PrivateKey, body []byte, at time.Time) signature {
	stamp := strconv.FormatInt(at.Unix(), 10)
	return signature{stamp, hex.EncodeToString(ed25519.Sign(key, append([]byte(stamp), body...)))}
}

// A forgery is one kind of wrong signature.
type forgery struct {
	Name  string // describes the mistake
	Forge func(a *world.Application, body []byte, at time.Time) ([]byte, signature)
}

// forgeries are the wrong signatures that every endpoint must refuse.
var forgeries = []forgery{
	{"a signature by another key", func(_ *world.Application, body []byte, at time.Time) ([]byte, signature) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			panic(err) // cannot go on without randomness
		}
		return body, signWith(key, body, at)
	}},
	{"a signature of another body", func(a *world.Application, body []byte, at time.Time) ([]byte, signature) {
		return append(body, ' '), sign(a, body, at) // still the same JSON
	}},
	{"a signature of another time", func(a *world.Application, body []byte, at time.Time) ([]byte, signature) {
		s := sign(a, body, at.Add(-time.Second))
		s.Stamp = strconv.FormatInt(at.Unix(), 10)
		return body, s
	}},
}
