package testbot

import (
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// An Answer is the status and the header of an HTTP response.
type Answer struct {
	StatusCode int
	Status     string // such as "404 Not Found"
	Header     http.Header
}

// exchange sends a request and reads the whole response. It does not use the test's context,
// because bots finish their work after the test has ended.
func exchange(client *http.Client, method, url string, header http.Header, body io.Reader) (a Answer, text string, err error) {
	r, err := http.NewRequestWithContext(context.Background(), method, url, body)
	if err != nil {
		return Answer{}, "", err
	}
	r.Header = header
	answer, err := client.Do(r)
	if err != nil {
		return Answer{}, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	if err == nil {
		err = wrongTime(raw)
	}
	return Answer{answer.StatusCode, answer.Status, answer.Header}, string(raw), err
}

// Do makes a request and returns the answer's status and body.
func Do(t *testing.T, client *http.Client, r *http.Request) (status int, text string) {
	t.Helper()
	answer, text, err := exchange(client, r.Method, r.URL.String(), r.Header, r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, text
}

// Fetch downloads a file from the server's CDN.
func (sc *Scene) Fetch(url string) (status int, contentType, content string) {
	sc.T.Helper()
	client := sc.Server.HTTPClient()
	defer client.CloseIdleConnections()
	answer, content, err := exchange(client, "GET", url, http.Header{}, nil)
	if err != nil {
		sc.T.Fatal(err)
	}
	return answer.StatusCode, answer.Header.Get("Content-Type"), content
}

// Get makes a GET request with the given headers and returns the answer and its body.
func (sc *Scene) Get(path string, header http.Header) (a Answer, text string) {
	sc.T.Helper()
	header = header.Clone()
	if header["User-Agent"] == nil {
		header.Set("User-Agent", Agent)
	}
	a, text, err := exchange(sc.Bot.HTTP, "GET", sc.Server.URL()+path, header, nil)
	if err != nil {
		sc.T.Fatal(err)
	}
	return a, text
}

// Multipart posts a message with a file of the given size, filled with zeros.
func (sc *Scene) Multipart(payload, file string, size int) (int, string) {
	sc.T.Helper()
	return sc.Upload(payload, file, make([]byte, size))
}

// Upload posts a message with a file.
func (sc *Scene) Upload(payload, file string, content []byte) (int, string) {
	sc.T.Helper()
	var b strings.Builder
	w := multipart.NewWriter(&b)
	if err := w.WriteField("payload_json", payload); err != nil {
		sc.T.Fatal(err)
	}
	part, err := w.CreateFormFile("files[0]", file)
	if err != nil {
		sc.T.Fatal(err)
	}
	if _, err := part.Write(content); err != nil {
		sc.T.Fatal(err)
	}
	if err := w.Close(); err != nil {
		sc.T.Fatal(err)
	}
	return sc.Post(w.FormDataContentType(), b.String())
}

// Post posts a message with a body of any content type.
func (sc *Scene) Post(contentType, body string) (int, string) {
	sc.T.Helper()
	return sc.Bot.Send("POST", "/channels/"+sc.Channel.ID+"/messages", contentType, strings.NewReader(body))
}
