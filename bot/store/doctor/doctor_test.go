package doctor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"noughts/bot/store/database"
	"noughts/bot/store/storetest/postgrestest"
)

// A diagnosis has the lines that Examine has passed to the method tell, by subject.
type diagnosis struct {
	details map[string]string
	errs    map[string]error
}

func (d *diagnosis) tell(subject, detail string, err error) {
	d.details[subject], d.errs[subject] = detail, err
}

func newDiagnosis() *diagnosis { return &diagnosis{map[string]string{}, map[string]error{}} }

// A disk with too little room gives an error that says how much is free.
func TestLittleRoomIsFound(t *testing.T) {
	t.Parallel()
	d, path := newDiagnosis(), filepath.Join(t.TempDir(), "noughts.db")
	examineSQLite(t.Context(), "sqlite:"+path, path, func(string) (uint64, error) { return 3 << 20, nil }, d.tell)
	if err := d.errs["disk"]; !errors.Is(err, database.ErrFull) || !strings.Contains(err.Error(), "3 MB free") {
		t.Errorf("%v", err)
	}
}

// Examine reports an error for a database in a folder in memory, such as /dev/shm on Linux.
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

// A check that takes too long does not call the file damaged.
func TestATimeOutIsNoDamage(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "noughts.db")
	db, err := database.Open(t.Context(), "sqlite:"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for limit, want := range map[time.Duration]string{0: "could not be checked within 0s", time.Minute: "<nil>"} {
		if _, err := examineFile(t.Context(), "sqlite:"+path, path, limit); !strings.Contains(fmt.Sprint(err), want) || errors.Is(err, database.ErrDamaged) {
			t.Errorf("within %v: %v", limit, err)
		}
	}
}

// Examine leaves no files behind.
func TestAnExaminationLeavesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	url := "sqlite:" + filepath.Join(folder, "noughts.db")
	db, err := database.Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	before := list(t, folder)
	Examine(t.Context(), url, newDiagnosis().tell)
	if after := list(t, folder); after != before {
		t.Errorf("%s; before %s", after, before)
	}
}

func list(t *testing.T, folder string) string {
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

// TestAForgetfulPostgreSQLIsFound checks that settings of PostgreSQL that can lose acknowledged changes are reported.
func TestAForgetfulPostgreSQLIsFound(t *testing.T) {
	t.Parallel()
	url := postgrestest.Named(t).Database(t)
	d := newDiagnosis()
	Examine(t.Context(), url, d.tell)
	for subject, err := range d.errs {
		// A PostgreSQL server for tests may run without fsync.
		if err != nil && !strings.HasPrefix(err.Error(), "PostgreSQL's fsync is off") && !strings.HasPrefix(err.Error(), "PostgreSQL's full_page_writes is off") && !strings.HasPrefix(err.Error(), "PostgreSQL's synchronous_commit is off") {
			t.Errorf("%s: %v", subject, err)
		}
	}
	d = newDiagnosis()
	Examine(t.Context(), url+"&options=-c%20synchronous_commit%3Doff", d.tell)
	if err := d.errs["disk"]; err == nil || !strings.Contains(err.Error(), "is off, so a crash loses moves") {
		t.Errorf("%v, %v", d.details, err)
	}
}
