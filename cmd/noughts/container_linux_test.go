//go:build unix

package main_test

import (
	"debug/elf"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"syscall"
	"testing"
	"time"
)

// mostImage is the largest size of the container's image in bytes. The image consists of the binary and the CA
// certificates, which take less than a quarter of a megabyte. In the binary, the texts in 21 languages take two
// megabytes, and the weights of the computer player's neural network half of one.
const mostImage = 30_000_000

// needsNoCgo skips a test if the binary was built with cgo, because the test is about the released binary, which is
// built without cgo.
func needsNoCgo(t *testing.T) {
	t.Helper()
	info, _ := debug.ReadBuildInfo()
	if slices.Contains(info.Settings, debug.BuildSetting{Key: "CGO_ENABLED", Value: "1"}) {
		t.Skip("CGO_ENABLED is not 0, as it is for releases")
	}
}

func TestTheBinaryIsSmallAndNeedsNoLibraries(t *testing.T) {
	t.Parallel()
	needsNoCgo(t)
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > mostImage-250_000 {
		t.Errorf("the binary has %d bytes; with the certificates it must stay under %d", info.Size(), mostImage)
	}
	file, err := elf.Open(binary)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if slices.ContainsFunc(file.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Error("the binary needs a dynamic linker, which the container does not have")
	}
}

// A container imitates the container that the Dockerfile builds. Its root directory holds only the binary and the
// folder /data, where the bot's user may write. The bot runs in a chroot only if the test runs as root. Otherwise the
// root directory is an ordinary folder.
type container struct {
	t    *testing.T
	root string
	env  []string
}

const nobody = 65532

func newContainer(t *testing.T, env ...string) *container {
	t.Helper()
	c := &container{t: t, root: t.TempDir(), env: env}
	data := filepath.Join(c.root, "data")
	errs := []error{os.Chmod(c.root, 0o755), os.Mkdir(data, 0o700), os.Link(binary, filepath.Join(c.root, "noughts"))}
	if isRoot() {
		errs = append(errs, os.Chown(data, nobody, nobody))
	}
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	return c
}

func isRoot() bool { return os.Getuid() == 0 }

func (c *container) start(args ...string) *process {
	c.t.Helper()
	root, attributes := c.root, (*syscall.SysProcAttr)(nil)
	if isRoot() {
		root, attributes = "/", &syscall.SysProcAttr{Chroot: c.root, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	dir := filepath.Join(root, "data")
	return launch(c.t, &exec.Cmd{
		Path: filepath.Join(root, "noughts"), Args: append([]string{"noughts"}, args...), Dir: dir, SysProcAttr: attributes,
		Env: append([]string{"DATABASE_URL=sqlite:" + filepath.Join(dir, "noughts.db")}, c.env...),
	})
}

func TestTheBotNeedsNothingButItselfAndAPlaceForItsData(t *testing.T) {
	t.Parallel()
	needsNoCgo(t)
	d, app := newDiscord(t)
	c := newContainer(t, "DISCORD_TOKEN="+app.Token, "DISCORD_API_URL="+d.URL(), "OPS_ADDR="+freeAddress(t))
	if status, output := c.start("healthcheck").ends(10 * time.Second); status != 1 {
		t.Errorf("before the bot runs, healthcheck ends with %d: %s", status, output)
	}
	p := c.start()
	p.awaits("msg=ready")
	if status, output := c.start("healthcheck").ends(10 * time.Second); status != 0 || output != "ok\n" {
		t.Errorf("healthcheck ends with %d: %s", status, output)
	}
	p.stops(syscall.SIGTERM)
	if _, err := os.Stat(filepath.Join(c.root, "data", "noughts.db")); err != nil {
		t.Error(err)
	}
	if top, err := os.ReadDir(c.root); err != nil || len(top) != 2 {
		t.Errorf("the root holds %v, error %v", top, err)
	}
}
