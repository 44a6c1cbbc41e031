//go:build linux

package process

import (
	"math/rand/v2"
	"os/exec"
	"testing"
	"time"
)

// The usage of a process group includes the children of the group's first process. It is zero for a group that does not
// exist.
func TestTheUsageOfAGroup(t *testing.T) {
	t.Parallel()
	c := exec.Command("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; head -c 100000 /dev/zero; echo; cat")
	Separate(c)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close(); _ = c.Wait() })
	for piece, read := make([]byte, 1<<16), 0; read <= 100_000; {
		n, err := out.Read(piece)
		if err != nil {
			t.Fatal(err)
		}
		read += n
	}
	u := GroupUsage(c.Process.Pid)
	if u.CPU < tick || u.CPU > time.Minute || u.Resident < 4096 || u.Peak < u.Resident || u.Written < 100_000 || u.Written > 1<<20 {
		t.Errorf("the group used %+v", u)
	}
	if none := GroupUsage(1<<30 + rand.IntN(1000)); none != (Usage{}) {
		t.Errorf("a group that is not there used %+v", none)
	}
	if got, want := u.Plus(u).Written, 2*u.Written; got != want {
		t.Errorf("twice as much are %d bytes, not %d", got, want)
	}
}
