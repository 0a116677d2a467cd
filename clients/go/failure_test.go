package fakecluster

import (
	"os"
	"strings"
	"testing"
)

func TestWhatHappenedIsKeptWhenATestFails(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("FAKECLUSTER_BUNDLES", folder)
	failing := &run{TB: t, ctx: t.Context(), name: "Failing/part"}
	failing.play(func() {
		New(failing)
		failing.Fatal("as it should")
	})
	found, err := os.ReadDir(folder)
	if err != nil || len(found) != 1 || !strings.HasPrefix(found[0].Name(), "Failing-part-") {
		t.Fatalf("got %v, %v", found, err)
	}
	if said := strings.Join(failing.logs, "\n"); !strings.Contains(said, "fakecluster inspect "+folder) {
		t.Error(said)
	}
}

func TestWithoutFakeclusterItSaysWhatToInstall(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("FAKECLUSTER_BIN", "")
	if _, err := command(); err == nil || !strings.Contains(err.Error(), "npm install") {
		t.Errorf("got %v", err)
	}
}
