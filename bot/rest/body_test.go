package rest

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// withAFile returns an answer with a file that can be read only once.
func withAFile() *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{Type: anew, Data: &discordgo.InteractionResponseData{
		Content: "look", Files: []*discordgo.File{{Name: "board.png", ContentType: "image/png", Reader: strings.NewReader("a picture")}},
	}}
}

func readForm(t *testing.T, kind string, body io.Reader) (parts, types map[string]string) {
	t.Helper()
	form, params, err := mime.ParseMediaType(kind)
	if err != nil || form != "multipart/form-data" {
		t.Fatalf("the body is %q, %v", kind, err)
	}
	parts, types = map[string]string{}, map[string]string{}
	for reader := multipart.NewReader(body, params["boundary"]); ; {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return parts, types
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		parts[part.FormName()], types[part.FormName()] = string(content), part.Header.Get("Content-Type")
	}
}

// Callback, EditOriginal and FollowUp send files completely, even if Discord accepts only the second attempt.
func TestFilesAreSent(t *testing.T) {
	t.Parallel()
	for name, send := range map[string]func(ctx context.Context, c *Client) error{
		"callback": func(ctx context.Context, c *Client) error {
			_, err := c.Callback(ctx, "1", "t", withAFile())
			return err
		},
		"late": func(ctx context.Context, c *Client) error {
			_, err := c.EditOriginal(ctx, "9", "t", withAFile().Data)
			return err
		},
		"follow-up": func(ctx context.Context, c *Client) error {
			_, err := c.FollowUp(ctx, "9", "t", withAFile().Data)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls := 0
			client := restOver(func(r *http.Request) (*http.Response, error) {
				parts, types := readForm(t, r.Header.Get("Content-Type"), r.Body)
				if parts["files[0]"] != "a picture" || types["files[0]"] != "image/png" || !strings.Contains(parts["payload_json"], `"content":"look"`) {
					t.Errorf("sent %q, %q", parts, types)
				}
				if calls++; calls == 1 {
					return answering(429, `{"message":"slow","retry_after":0.01}`), nil
				}
				return answering(200, `{}`), nil
			})
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a callback is retried only if there is a deadline
			defer cancel()
			if err := send(ctx, client); err != nil || calls != 2 {
				t.Errorf("%d calls, %v", calls, err)
			}
		})
	}
}
