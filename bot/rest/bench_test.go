package rest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// aBoard returns an answer with a board of four rows with three buttons each.
func aBoard(kind discordgo.InteractionResponseType) *discordgo.InteractionResponse {
	var rows []discordgo.MessageComponent
	rows = append(rows, discordgo.TextDisplay{Content: "### Tic-tac-toe 3×3\n❌ <@3970683843383394307> against 🔵 the computer (beginner)"})
	for row := range 4 {
		var buttons []discordgo.MessageComponent
		for column := range 3 {
			buttons = append(buttons, discordgo.Button{
				Label: " ", Style: discordgo.SecondaryButton, Disabled: row == column,
				CustomID: "/m/bsdjbgjcb3y8/12/" + string(rune('a'+column)) + strconv.Itoa(row),
			})
		}
		rows = append(rows, discordgo.ActionsRow{Components: buttons})
	}
	colour := 0x5865f2
	return &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{
		Components:      []discordgo.MessageComponent{discordgo.Container{Components: rows, AccentColor: &colour}},
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}}
}

// BenchmarkCallback sends one answer after the other over the loopback network. The test server takes half of the time.
func BenchmarkCallback(b *testing.B) {
	for name, kind := range map[string]discordgo.InteractionResponseType{
		"press":   discordgo.InteractionResponseUpdateMessage,
		"command": discordgo.InteractionResponseChannelMessageWithSource,
	} {
		b.Run(name, func(b *testing.B) {
			response := aBoard(kind)
			server := httptest.NewServer(confirming(b, response))
			defer server.Close()
			client := New(NewTransport(), "secret")
			client.Base = server.URL
			defer client.CloseIdleConnections()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := client.Callback(b.Context(), "5", "token-5", response); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// confirming is a test server of Discord. It returns the message if the request asks for that.
func confirming(b *testing.B, response *discordgo.InteractionResponse) http.Handler {
	b.Helper()
	message, err := json.Marshal(map[string]any{
		"interaction": map[string]any{"id": "5", "type": 3},
		"resource":    map[string]any{"type": 7, "message": map[string]any{"id": "66", "components": response.Data.Components}},
	})
	if err != nil {
		b.Fatal(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.URL.Query().Get("with_response") != "true" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(message)
	})
}

// BenchmarkEncode encodes an answer, without sending it.
func BenchmarkEncode(b *testing.B) {
	response := aBoard(discordgo.InteractionResponseUpdateMessage)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := EncodeResponse(response); err != nil {
			b.Fatal(err)
		}
	}
}
