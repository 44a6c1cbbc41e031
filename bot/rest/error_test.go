package rest

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

func refusedWith(t *testing.T, status int, body string) *Error {
	t.Helper()
	client := restOver(func(*http.Request) (*http.Response, error) { return answering(status, body), nil })
	_, err := client.Callback(t.Context(), "5", "token-5", pong)
	var refused *Error
	if !errors.As(err, &refused) {
		t.Fatalf("got %v", err)
	}
	return refused
}

func TestARefusedFormSaysWhatIsWrongInIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ errors, want string }{
		"one field": {`{"data":{"components":{"0":{"label":{"_errors":[{"code":"BASE_TYPE_BAD_LENGTH","message":"Must be between 1 and 80 in length."}]}}}}}`,
			`{"data":{"components":{"0":{"label":{"_errors":[{"code":"BASE_TYPE_BAD_LENGTH","message":"Must be between 1 and 80 in length."}]}}}}}`},
		"line breaks": {"{\n  \"a\": {\"_errors\":\n[]}\n}", `{ "a": {"_errors": []} }`},
		"nothing":     {`null`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused := refusedWith(t, 400, `{"code":50035,"message":"Invalid Form Body","errors":`+c.errors+`}`)
			if refused.Code != 50035 || refused.Details != c.want {
				t.Errorf("code %d, details %q, want %q", refused.Code, refused.Details, c.want)
			}
			want := "Discord answered 400 (code 50035): Invalid Form Body"
			if c.want != "" {
				want += ": " + c.want
			}
			if refused.Error() != want {
				t.Errorf("got  %s\nwant %s", refused, want)
			}
		})
	}
}

func TestTheDetailsOfARefusedFormEnd(t *testing.T) {
	t.Parallel()
	for name, tree := range map[string]string{
		"many": `{"a":{"_errors":[` + strings.Repeat(`{"message":"no"},`, 50_000) + `{"message":"no"}]}}`,
		"long": `{"a":{"_errors":[{"message":"` + strings.Repeat("no", 50_000) + `"}]}}`,
		"deep": strings.Repeat(`{"a":`, 5000) + `{"_errors":[{"message":"no"}]}` + strings.Repeat(`}`, 5000),
	} {
		refused := refusedWith(t, 400, `{"code":50035,"message":"Invalid Form Body","errors":`+tree+`}`)
		if n := len(refused.Details); n > maxDetails {
			t.Errorf("%s: %d bytes", name, n)
		}
	}
}

func TestAnErrorNamesTheHostThatWasAsked(t *testing.T) {
	t.Parallel()
	client := restOver(func(r *http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF })
	client.Base = "http://proxy.test:8081/"
	_, err := client.Callback(t.Context(), "5", "token-5", pong)
	if err == nil || !strings.Contains(err.Error(), `"http://proxy.test:8081/api/v9/interactions/5/`) {
		t.Errorf("got %v", err)
	}
}
