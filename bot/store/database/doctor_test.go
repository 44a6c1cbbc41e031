package database

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

type diagnosis struct {
	details map[string]string
	errs    map[string]error
}

func (d *diagnosis) tell(subject, detail string, err error) {
	d.details[subject], d.errs[subject] = detail, err
}

func newDiagnosis() *diagnosis { return &diagnosis{map[string]string{}, map[string]error{}} }

func TestLittleRoomIsFound(t *testing.T) {
	t.Parallel()
	d, path := newDiagnosis(), filepath.Join(t.TempDir(), "noughts.db")
	examineSQLite(t.Context(), "sqlite:"+path, path, func(string) (uint64, error) { return 3 << 20, nil }, d.tell)
	if err := d.errs["disk"]; !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "3 MB free") {
		t.Errorf("%v", err)
	}
}

func TestAFolderInMemoryIsFound(t *testing.T) {
	t.Parallel()
	if _, lasts := fileSystem("/dev/shm"); runtime.GOOS != "linux" || lasts {
		t.Log("there is no /dev/shm in memory here")
		return
	}
	folder, err := os.MkdirTemp("/dev/shm", "noughts")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	d := newDiagnosis()
	Examine(t.Context(), "sqlite:"+filepath.Join(folder, "noughts.db"), d.tell)
	if err := d.errs["saves"]; err == nil || !strings.Contains(err.Error(), "tmpfs, which is memory") {
		t.Errorf("%v, %v", d.details, err)
	}
}

func TestATimeOutIsNoDamage(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "noughts.db")
	db, err := Open(t.Context(), "sqlite:"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for limit, want := range map[time.Duration]string{0: "could not be checked within 0s", time.Minute: "<nil>"} {
		if _, err := examineFile(t.Context(), "sqlite:"+path, path, limit); !strings.Contains(fmt.Sprint(err), want) || errors.Is(err, ErrDamaged) {
			t.Errorf("within %v: %v", limit, err)
		}
	}
}

func TestAnExaminationLeavesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	url := "sqlite:" + filepath.Join(folder, "noughts.db")
	db, err := Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	before := told(t, folder)
	Examine(t.Context(), url, newDiagnosis().tell)
	if after := told(t, folder); after != before {
		t.Errorf("%s; before %s", after, before)
	}
}

func told(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
