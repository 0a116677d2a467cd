package fakecluster_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	fakecluster "fakecluster.test/go"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/kubernetes"
)

const tea = "{apiVersion: v1, kind: ConfigMap, metadata: {name: prices}, data: {tea: '3'}}"

func pricesOf(t testing.TB, cluster *fakecluster.Cluster) (*corev1.ConfigMap, error) {
	return kubernetes.NewForConfigOrDie(cluster.Config).CoreV1().ConfigMaps("default").Get(t.Context(), "prices", metav1.GetOptions{})
}

func TestEachTestHasAClusterOfItsOwn(t *testing.T) {
	one, other := fakecluster.New(t), fakecluster.New(t)
	one.Load(tea)
	if found, err := pricesOf(t, one); err != nil || found.Data["tea"] != "3" {
		t.Errorf("got %v, %v", found, err)
	}
	if _, err := pricesOf(t, other); !errors.IsNotFound(err) {
		t.Errorf("the other cluster has it too: %v", err)
	}
	if _, err := pricesOf(t, one.Fork()); err != nil {
		t.Errorf("a fork begins as the cluster is: %v", err)
	}
}

func TestFixturesAreFilesAndFolders(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "prices.yaml"), []byte(tea), 0o600); err != nil {
		t.Fatal(err)
	}
	cluster := fakecluster.New(t, fakecluster.WithFixtures(folder))
	if found := cluster.Objects("ConfigMap"); len(found) == 0 {
		t.Error("nothing was loaded")
	}
	cluster.WaitFor("ConfigMap", "default", "prices", func(found *unstructured.Unstructured) bool { return found.GetUID() != "" })
}

func TestStateIsKeptComparedAndRestored(t *testing.T) {
	cluster := fakecluster.New(t)
	before := cluster.Snapshot()
	cluster.Load(tea)
	changes := cluster.Changes(before)
	if len(changes) != 1 || changes[0].Type != "added" || changes[0].Name != "prices" {
		t.Errorf("got %v", changes)
	}
	cluster.Restore(before)
	if changes := cluster.Changes(before); len(changes) != 0 {
		t.Errorf("got %v", changes)
	}
}

func TestTheClockMovesWhenTold(t *testing.T) {
	cluster := fakecluster.New(t)
	before := cluster.Now()
	if after := cluster.Advance(40 * time.Second); after.Sub(before) != 40*time.Second || !cluster.Now().Equal(after) {
		t.Errorf("from %v to %v", before, after)
	}
}

func TestHooksFailRequestsAndTheJournalTellsOfThem(t *testing.T) {
	cluster := fakecluster.New(t)
	cluster.Load(tea)
	cluster.AddHooks("- before: { verb: get, kind: ConfigMap }\n  times: 1\n  then: { status: InternalError }\n")
	if _, err := pricesOf(t, cluster); !errors.IsInternalError(err) {
		t.Errorf("got %v", err)
	}
	if _, err := pricesOf(t, cluster); err != nil {
		t.Error(err)
	}
	cluster.Idle(0)
	cluster.VerifyHooks()
	cluster.ExpectRequests(1, fakecluster.JournalOptions{Kind: []string{"ConfigMap"}, Code: []string{"500"}})
	cluster.ExpectRequests(2, fakecluster.JournalOptions{Kind: []string{"ConfigMap"}, Verb: []string{"get"}})
}

func TestWhatAUserNeedsIsWrittenAsRoles(t *testing.T) {
	cluster := fakecluster.New(t, fakecluster.WithFlags("--authorization-mode", "RBAC", "--authorization-audit"))
	config := cluster.ConfigAs("jane", "shoppers")
	_, err := kubernetes.NewForConfigOrDie(config).CoreV1().Services("default").List(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Error(err)
	}
	roles := cluster.AccessUsed("jane")
	if !strings.Contains(roles, "services") || strings.Contains(roles, "pods") {
		t.Error(roles)
	}
	if missing := cluster.AccessBeyond("jane", roles); missing != "" {
		t.Error(missing)
	}
	if rules := cluster.AccessUnused("jane", roles); len(rules) != 0 {
		t.Error(rules)
	}
	if rules := cluster.AccessUnused("jane", strings.ReplaceAll(roles, "services", "pods")); len(rules) != 1 {
		t.Error(rules)
	}
	if missing := cluster.AccessBeyond("jane", "{kind: Role, rules: []}"); !strings.Contains(missing, "services") {
		t.Error(missing)
	}
}

func TestRefusalsSayHowToMendThem(t *testing.T) {
	cluster := fakecluster.New(t)
	_, err := cluster.Control.Restore(context.Background(), "sart")
	refused, isRefused := err.(*fakecluster.RefusedError)
	if !isRefused || refused.Code != 404 || !strings.Contains(refused.Message, "did you mean start?") {
		t.Errorf("got %v", err)
	}
}

// makes creates a ConfigMap, and gives up where it hears of a failure.
func makes(t testing.TB, cluster *fakecluster.Cluster) {
	maps := kubernetes.NewForConfigOrDie(cluster.Config).CoreV1().ConfigMaps("default")
	made := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "prices"}}
	if _, err := maps.Create(t.Context(), made, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
}

// reads lists until it is answered.
func reads(t testing.TB, cluster *fakecluster.Cluster) {
	maps := kubernetes.NewForConfigOrDie(cluster.Config).CoreV1().ConfigMaps("default")
	for t.Context().Err() == nil {
		if _, err := maps.List(t.Context(), metav1.ListOptions{}); err == nil {
			return
		}
	}
}

func TestSweepsAndExplorationsRunTheTestsOwnFunction(t *testing.T) {
	cluster := fakecluster.New(t)
	swept := cluster.Sweep(makes, fakecluster.SweepOptions{})
	if len(swept.Findings) == 0 || swept.Runs < 4 || !strings.Contains(swept.Text, "configmaps") {
		t.Errorf("found %v", swept)
	}
	explored := cluster.Explore(makes, fakecluster.ExploreOptions{Seed: 7, Runs: 3})
	if len(explored.Findings) != 1 {
		t.Errorf("found %v", explored)
	}
	quiet := cluster.Sweep(reads, fakecluster.SweepOptions{Within: time.Minute})
	quiet.ExpectNone(t)
}
