package discordtest

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"strconv"
	"time"
)

// The headers of a signed request.
const (
	headerSignature = "X-Signature-Ed25519"
	headerTimestamp = "X-Signature-Timestamp"
)

// A signature says who sent a body and when.
type signature struct {
	stamp string // seconds since 1970
	hex   string // of the stamp and the body
}

// sign signs a body with the application's key.
func sign(a *Application, body []byte, at time.Time) signature {
	return signWith(a.private, body, at)
}

func signWith(key ed25519.PrivateKey, body []byte, at time.Time) signature {
	stamp := strconv.FormatInt(at.Unix(), 10)
	return signature{stamp, hex.EncodeToString(ed25519.Sign(key, append([]byte(stamp), body...)))}
}

// A forgery is a way to get a signature wrong.
type forgery struct {
	name  string
	forge func(a *Application, body []byte, at time.Time) ([]byte, signature)
}

// forgeries are what every endpoint must refuse.
var forgeries = []forgery{
	{"a signature by another key", func(_ *Application, body []byte, at time.Time) ([]byte, signature) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			panic(err) // the system has no randomness: nothing can be done
		}
		return body, signWith(key, body, at)
	}},
	{"a signature of another body", func(a *Application, body []byte, at time.Time) ([]byte, signature) {
		return append(body, ' '), sign(a, body, at) // still the same JSON
	}},
	{"a signature of another time", func(a *Application, body []byte, at time.Time) ([]byte, signature) {
		s := sign(a, body, at.Add(-time.Second))
		s.stamp = strconv.FormatInt(at.Unix(), 10)
		return body, s
	}},
}
