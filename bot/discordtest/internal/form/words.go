package form

import (
	"bytes"
	"encoding/json"
)

// A Reader is how members read what bots say. Its functions may be called by many
// goroutines at once.
type Reader struct {
	Read func(shown string) string // what members find in place of a text; the text's own length has to fit
	Sees func(shown string)        // told of each text that members are shown, nil for nobody
}

// Words returns what members read in a string of lo to hi characters, "" when absent.
func (f Field) Words(lo, hi int) string {
	shown := f.Text(lo, hi)
	r := f.Form.reading
	if r == nil {
		return shown
	}
	if r.Sees != nil {
		r.Sees(shown)
	}
	return r.Read(shown)
}

// Body returns a request's JSON with what members read in place of its texts.
// What is no JSON stays as it is.
func (r *Reader) Body(raw []byte) []byte {
	if r == nil {
		return raw
	}
	v, err := decode(raw)
	if err != nil {
		return raw
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(r.value(v)) != nil { // which nothing decoded is the reason for
		return raw
	}
	return bytes.TrimSpace(out.Bytes())
}

// value returns a decoded value with what members read in place of its texts.
func (r *Reader) value(v any) any {
	switch v := v.(type) {
	case string:
		return r.Read(v)
	case []any:
		for i := range v {
			v[i] = r.value(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = r.value(v[key])
		}
	}
	return v
}
