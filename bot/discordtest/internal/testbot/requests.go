package testbot

import (
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// Do makes a request and returns its answer.
func Do(t *testing.T, client *http.Client, r *http.Request) (status int, answer string) {
	t.Helper()
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var b strings.Builder
	if _, err := io.Copy(&b, resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, b.String()
}

// Fetch gets a file from Discord's CDN.
func (sc *Scene) Fetch(url string) (status int, contentType, content string) {
	sc.T.Helper()
	client := sc.Server.HTTPClient()
	defer client.CloseIdleConnections()
	response, err := client.Get(url)
	if err != nil {
		sc.T.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		sc.T.Fatal(err)
	}
	return response.StatusCode, response.Header.Get("Content-Type"), string(data)
}

// Get makes a GET request with headers and returns status and body.
func (sc *Scene) Get(path string, header http.Header) (*http.Response, string) {
	sc.T.Helper()
	r, err := http.NewRequest("GET", sc.Server.URL()+path, nil)
	if err != nil {
		sc.T.Fatal(err)
	}
	r.Header = header.Clone()
	if r.Header["User-Agent"] == nil {
		r.Header.Set("User-Agent", Agent)
	}
	resp, err := sc.Bot.HTTP.Do(r)
	if err != nil {
		sc.T.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		sc.T.Fatal(err)
	}
	return resp, string(body)
}

// Multipart posts a message with a file.
func (sc *Scene) Multipart(payload, file string, size int) (int, string) {
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
	if _, err := part.Write(make([]byte, size)); err != nil {
		sc.T.Fatal(err)
	}
	if err := w.Close(); err != nil {
		sc.T.Fatal(err)
	}
	return sc.Post(w.FormDataContentType(), b.String())
}

// Post posts a body of any content type as a message.
func (sc *Scene) Post(contentType, body string) (int, string) {
	sc.T.Helper()
	r, err := http.NewRequest("POST", sc.Server.URL()+"/api/v10/channels/"+sc.Channel.ID+"/messages", strings.NewReader(body))
	if err != nil {
		sc.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+sc.Bot.App.Token)
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("User-Agent", Agent)
	resp, err := sc.Bot.HTTP.Do(r)
	if err != nil {
		sc.T.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		sc.T.Fatal(err)
	}
	return resp.StatusCode, string(text)
}
