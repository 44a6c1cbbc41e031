package limits_test

import (
	"context"
	"time"

	"noughts/bot/discordtest"
)

// after has the member use a command, waits for the duration d, and answers the interaction. It returns "" if the
// answer is accepted, or the refusal.
func (st *stage) after(d time.Duration) string {
	path := toCommand(st)
	time.Sleep(d) // on the bubble's clock
	return st.send("POST", path, aReply).refusal()
}

const aReply = `{"type":4,"data":{"content":"x"}}`

// answered calls `act`, in which the member creates an interaction. It then answers the interaction and returns the
// path of the interaction's webhook.
func (st *stage) answered(act func(context.Context, *discordtest.Client)) string {
	it := st.interaction(act)
	if a := st.send("POST", "/interactions/"+it.ID+"/"+it.Token+"/callback", aReply); a.status >= 300 {
		st.t.Fatal(a)
	}
	return "/webhooks/" + st.app.ID + "/" + it.Token
}

func (st *stage) answeredCommand() string {
	st.commands()
	return st.answered(func(ctx context.Context, c *discordtest.Client) { _, _ = c.Use(ctx, "go", nil) })
}

func aModal(id, title string, components int) string {
	return `{"type":9,"data":{"custom_id":"` + id + `","title":"` + title + `","components":` +
		list(components, `{"type":18,"label":"l","component":{"type":4,"custom_id":"#","style":1}}`) + `}}`
}

// interactionRules are the rules for section 2 of testdata/limits.md, the list of Discord's limits.
var interactionRules = []rule{
	{line: "Interaction types", shown: "TestPayloads"},
	{line: "Fields", shown: "TestPayloads"},
	{line: "Contexts", shown: "TestWhereCommandsAreOffered"},
	{line: "Delivery is Gateway or HTTP", shown: "TestADeferredInlineAnswerIsFinishedByTheWebhook"},
	{line: "Initial response within 3 s", what: "three seconds", want: "404 10062", try: func(st *stage) (string, string) {
		return st.after(3*time.Second - time.Millisecond), st.after(3 * time.Second)
	}},
	{line: "Initial response within 3 s", what: "fifteen minutes", want: "401 50027", try: func(st *stage) (string, string) {
		begun := time.Now()
		hook := st.answeredCommand()
		time.Sleep(15*time.Minute - time.Since(begun) - time.Millisecond)
		at := st.send("POST", hook, plainBody).refusal()
		time.Sleep(time.Millisecond)
		return at, st.send("POST", hook, plainBody).refusal()
	}},
	{line: "POST /interactions/{id}/{token}/callback", shown: "TestWithResponse"},
	{line: "Exactly one initial response", what: "the second", want: "400 40060", try: func(st *stage) (string, string) {
		path := toCommand(st)
		return st.send("POST", path, aReply).refusal(), st.send("POST", path, aReply).refusal()
	}},
	{line: "Callback types", what: "an update of a command", want: "type BASE_TYPE_CHOICES", try: bodies("POST", toCommand, `{"type":5}`, `{"type":6}`)},
	{line: "Callback types", what: "choices for a command", want: "type BASE_TYPE_CHOICES", try: bodies("POST", toCommand, aReply, `{"type":8,"data":{"choices":[]}}`)},
	{line: "Callback types", what: "of each interaction", shown: "TestCallbackTypes"},
	{line: "Flags settable on a callback", shown: "TestEphemeral"},
	{line: "Ephemeral", shown: "TestEphemeral"},
	{line: "Follow-ups", shown: "TestWebhookLife"},
	{line: "At most 5 follow-ups", what: "where only a member has it", want: "400 40094", try: func(st *stage) (at, beyond string) {
		st.commands()
		st.app.InstallFor(st.user)
		st.channel = st.server.GroupMessage(st.user, st.server.NewUser("bob"))
		hook := st.answered(func(ctx context.Context, c *discordtest.Client) { _, _ = c.Use(ctx, "go", nil) })
		for range 5 {
			at += st.send("POST", hook, plainBody).refusal()
		}
		return at, st.send("POST", hook, plainBody).refusal()
	}},
	{line: "All these endpoints are exempt", shown: "TestGlobalLimit"},
	{line: "Editing", shown: "TestEdits"},
	{line: "Command reply message", shown: "TestReplies"},
	{line: "Modal", what: "custom id", want: "data.custom_id BASE_TYPE_BAD_LENGTH", try: bodies("POST", toCommand, aModal(x(100), "t", 1), aModal(x(101), "t", 1))},
	{line: "Modal", what: "title", want: "data.title BASE_TYPE_BAD_LENGTH", try: bodies("POST", toCommand, aModal("c", x(45), 1), aModal("c", x(46), 1))},
	{line: "Modal", what: "components", want: "data.components BASE_TYPE_BAD_LENGTH", try: bodies("POST", toCommand, aModal("c", "t", 5), aModal("c", "t", 6))},
	{line: "Autocomplete", what: "choices", want: "data.choices BASE_TYPE_MAX_LENGTH", try: bodies("POST", toCompletion("text"),
		`{"type":8,"data":{"choices":`+list(25, `{"name":"#","value":"v"}`)+`}}`, `{"type":8,"data":{"choices":`+list(26, `{"name":"#","value":"v"}`)+`}}`)},
	{line: "Component data", shown: "TestPayloads"},
	{line: "The custom_id clicked", shown: "TestComponentsRules"},
	{line: "X-Signature-Ed25519", shown: "TestAnEndpointMustCheckSignatures"},
}
