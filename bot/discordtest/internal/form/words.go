package form

import (
	"bytes"
	"encoding/json"
)

// A Reader replaces the texts of bots before members see them. Its functions must be safe for concurrent use.
type Reader struct {
	Read func(shown string) string // returns the text that members see; limits apply to the original text
	Sees func(shown string)        // is called with each original text; may be nil
}

// Words is like Text, for a text that members see: limits apply to the original, and it returns the Reader's
// replacement.
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

// Body returns a request's JSON with all strings replaced. Anything that is not JSON stays unchanged.
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
	if e.Encode(r.value(v)) != nil { // cannot fail: the value comes from JSON
		return raw
	}
	return bytes.TrimSpace(out.Bytes())
}

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
