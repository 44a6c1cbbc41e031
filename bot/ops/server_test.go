package ops

import (
	"net"
	"strings"
	"testing"
)

func TestAPortInUseIsSaidInOneSentence(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, err = Listen(t.Context(), "OPS_ADDR", l.Addr().String())
	if err == nil || !strings.HasPrefix(err.Error(), "OPS_ADDR "+l.Addr().String()+" is in use by another program") {
		t.Errorf("got %v", err)
	}
}
