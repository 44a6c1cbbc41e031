package rest

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// otherPath is an id that would change the path of a request if it were not escaped.
const otherPath = "../../x?y#z"

// TestIDsStayInTheirSegments calls the methods of Client that put ids into a path, with ids that look
// like paths. It checks that each id stays one segment of the request's path.
func TestIDsStayInTheirSegments(t *testing.T) {
	t.Parallel()
	pathless := map[string]bool{"CallWithRetries": true, "CloseIdleConnections": true, "GatewayBot": true, "Guilds": true,
		"PostDirect": true} // its path has no id of the caller's; the message then goes to the channel in Discord's response
	asked := ""
	client := restOver(func(r *http.Request) (*http.Response, error) {
		asked = r.URL.EscapedPath()
		for _, part := range strings.Split(asked, "/") {
			if strings.Contains(part, "x") && !strings.Contains(part, "..%2F..%2Fx%3Fy%23z") || part == "x" || part == ".." {
				t.Errorf("%s %s", r.Method, asked)
			}
		}
		if strings.Contains(r.URL.RawQuery, "y") || r.URL.Fragment != "" {
			t.Errorf("the query of %s is %q", asked, r.URL.RawQuery)
		}
		return answering(403, `{"code":50001,"message":"Missing Access"}`), nil
	})
	value := reflect.ValueOf(client)
	for i := range value.NumMethod() {
		name, method := value.Type().Method(i).Name, value.Method(i)
		if pathless[name] {
			continue
		}
		asked = ""
		var args []reflect.Value
		for j := range method.Type().NumIn() {
			switch in := method.Type().In(j); {
			case j == 0:
				args = append(args, reflect.ValueOf(t.Context()))
			case in.Kind() == reflect.String:
				args = append(args, reflect.ValueOf(otherPath))
			case in == reflect.TypeFor[[]string]():
				args = append(args, reflect.ValueOf([]string{otherPath}))
			case in == reflect.TypeFor[Message]():
				args = append(args, reflect.ValueOf(Message{Channel: otherPath, ID: otherPath, App: otherPath, Token: otherPath}))
			case in == reflect.TypeFor[*discordgo.InteractionResponse](), in == reflect.TypeFor[*discordgo.InteractionResponseData]():
				args = append(args, reflect.New(in.Elem()))
			default:
				args = append(args, reflect.Zero(in))
			}
		}
		method.Call(args)
		if !strings.Contains(asked, "%2F") {
			t.Errorf("%s asked for %q", name, asked)
		}
	}
	if got := segment("..") + segment("."); got != "%2E%2E%2E" {
		t.Error(got)
	}
}
