package bot

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

type signer struct{ key ed25519.PrivateKey }

func newSigner(seed byte) signer {
	return signer{ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))}
}

func (s signer) public() ed25519.PublicKey {
	public, _ := s.key.Public().(ed25519.PublicKey) // always succeeds for an Ed25519 key
	return public
}

// sign returns the signature headers for a body.
func (s signer) sign(stamp string, body []byte) http.Header {
	h := http.Header{}
	h.Set(headerTimestamp, stamp)
	h.Set(headerSignature, hex.EncodeToString(ed25519.Sign(s.key, append([]byte(stamp), body...))))
	return h
}

// verified makes the checks that a server makes on a complete request.
func verified(key ed25519.PublicKey, h http.Header, body []byte, now time.Time) error {
	h.Set("Content-Type", "application/json")
	c, err := readClaim(&http.Request{Header: h, ContentLength: int64(len(body))})
	if err != nil {
		return err
	}
	return c.verify(key, append([]byte(c.stamp), body...), now)
}

func TestVerify(t *testing.T) {
	t.Parallel()
	discord, now, body := newSigner(1), time.Unix(1_800_000_000, 0), []byte(`{"type":1}`)
	at := func(d time.Duration) string { return strconv.FormatInt(now.Add(d).Unix(), 10) }
	changed := func(name, value string) http.Header {
		h := discord.sign(at(0), body)
		h.Set(name, value)
		return h
	}
	for name, c := range map[string]struct {
		header http.Header
		want   error
	}{
		"right":              {discord.sign(at(0), body), nil},
		"just fresh":         {discord.sign(at(-mostAge), body), nil},
		"too old":            {discord.sign(at(-mostAge-time.Second), body), errOld},
		"from the future":    {discord.sign(at(mostAge+time.Second), body), errOld},
		"another key":        {newSigner(2).sign(at(0), body), errUnsigned},
		"another body":       {discord.sign(at(0), append(body, ' ')), errUnsigned},
		"another time":       {changed(headerTimestamp, at(time.Second)), errUnsigned},
		"the end of time":    {discord.sign("9223372036854775807", body), errOld},
		"nothing but zeroes": {changed(headerSignature, strings.Repeat("0", 128)), errUnsigned},
	} {
		if err := verified(discord.public(), c.header, body, now); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// FuzzVerify checks that only the body and timestamp that Discord has signed are accepted.
func FuzzVerify(f *testing.F) {
	discord, now := newSigner(1), time.Unix(1_800_000_000, 0)
	stamp := strconv.FormatInt(now.Unix(), 10)
	body := []byte(`{"type":1}`)
	right := discord.sign(stamp, body).Get(headerSignature)
	f.Add(right, stamp, body)
	f.Add(right, stamp+"0", body)
	f.Add(right, stamp[:9], append([]byte(stamp[9:]), body...)) // the same signed bytes, divided differently
	f.Add(strings.ToUpper(right), stamp, body)
	f.Add(right[:64]+strings.Repeat("f", 64), "+"+stamp, body)
	f.Add("", "", []byte{})
	f.Fuzz(func(t *testing.T, signature, timestamp string, content []byte) {
		h := http.Header{}
		h.Set(headerSignature, signature)
		h.Set(headerTimestamp, timestamp)
		err := verified(discord.public(), h, content, now)
		if len(content) == 0 && errors.Is(err, errNoLength) {
			return
		}
		signed := strings.EqualFold(signature, right) && timestamp == stamp && bytes.Equal(content, body)
		if (err == nil) != signed {
			t.Errorf("%q at %q over %q: %v", signature, timestamp, content, err)
		}
	})
}
