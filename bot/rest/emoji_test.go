package rest

import (
	"errors"
	"io"
	"net/http"
	"testing"
	"time"
)

func TestEmojis(t *testing.T) {
	t.Parallel()
	var asked []string
	client := restOver(func(r *http.Request) (*http.Response, error) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, r.Method+" "+r.URL.Path+" "+string(body))
		if r.Header.Get("Authorization") != "Bot secret" {
			t.Error("without the bot's token")
		}
		switch r.Method {
		case http.MethodGet:
			return answering(200, `{"items":[{"id":"7","name":"logo","user":{"id":"1"}},{"id":"8","name":"a1","user":{"id":"5","bot":true}}]}`), nil
		case http.MethodPost:
			return answering(201, `{"id":"9","name":"a2","user":{"id":"5","bot":true}}`), nil
		}
		return answering(204, ""), nil
	})
	list, err := client.Emojis(t.Context(), "5")
	if err != nil || len(list) != 2 || list[0].User.Bot || list[1].ID != "8" || list[1].Name != "a1" || !list[1].User.Bot {
		t.Errorf("listed %+v, %v", list, err)
	}
	made, err := client.CreateEmoji(t.Context(), "5", "a2", []byte("a picture"))
	if err != nil || made.ID != "9" || made.Name != "a2" {
		t.Errorf("created %+v, %v", made, err)
	}
	if err := client.DeleteEmoji(t.Context(), "5", "8"); err != nil {
		t.Error(err)
	}
	want := []string{
		"GET /api/v9/applications/5/emojis ",
		`POST /api/v9/applications/5/emojis {"image":"data:image/png;base64,YSBwaWN0dXJl","name":"a2"}`,
		"DELETE /api/v9/applications/5/emojis/8 ",
	}
	for i, line := range want {
		if i >= len(asked) || asked[i] != line {
			t.Errorf("asked %q, want %q", asked, want)
			break
		}
	}
}

// If Discord rate-limits an emoji call, the client returns the error at once and does not wait: such a limit can last
// an hour.
func TestALimitOfEmojisIsAnErrorAtOnce(t *testing.T) {
	t.Parallel()
	calls := 0
	client := restOver(func(*http.Request) (*http.Response, error) {
		calls++
		return answering(429, `{"message":"You are being rate limited.","retry_after":3540.5,"global":false}`), nil
	})
	_, err := client.CreateEmoji(t.Context(), "5", "a2", nil)
	var refused *Error
	if wait, limited := RateLimited(err); !errors.As(err, &refused) || !limited || wait != 3540500*time.Millisecond || calls != 1 {
		t.Errorf("after %d calls %v", calls, err)
	}
}
