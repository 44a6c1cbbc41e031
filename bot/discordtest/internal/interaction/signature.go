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

// A Signature says who sent a body and when.
type Signature struct {
	Stamp string // seconds since 1970
	Hex   string // of the stamp and the body
}

// Sign signs a body with the application's key.
func Sign(a *world.Application, body []byte, at time.Time) Signature {
	return signWith(a.Private, body, at)
}

// signWith signs a body with a key.
func signWith(key ed25519.PrivateKey, body []byte, at time.Time) Signature {
	stamp := strconv.FormatInt(at.Unix(), 10)
	return Signature{stamp, hex.EncodeToString(ed25519.Sign(key, append([]byte(stamp), body...)))}
}

// A Forgery is a way to get a signature wrong.
type Forgery struct {
	Name  string // what is wrong
	Forge func(a *world.Application, body []byte, at time.Time) ([]byte, Signature)
}

// Forgeries are what every endpoint must refuse.
var Forgeries = []Forgery{
	{"a signature by another key", func(_ *world.Application, body []byte, at time.Time) ([]byte, Signature) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			panic(err) // the system has no randomness: nothing can be done
		}
		return body, signWith(key, body, at)
	}},
	{"a signature of another body", func(a *world.Application, body []byte, at time.Time) ([]byte, Signature) {
		return append(body, ' '), Sign(a, body, at) // still the same JSON
	}},
	{"a signature of another time", func(a *world.Application, body []byte, at time.Time) ([]byte, Signature) {
		s := Sign(a, body, at.Add(-time.Second))
		s.Stamp = strconv.FormatInt(at.Unix(), 10)
		return body, s
	}},
}
