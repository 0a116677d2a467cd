package pages

import (
	"context"
	"testing"
	"time"

	fakecluster "fakecluster.test/go"
	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
)

func init() { ctrl.SetLogger(logr.Discard()) }

const page = `
apiVersion: example.com/v1
kind: Page
metadata: { name: welcome, namespace: default }
spec: { text: Hello }
`

// withPage returns a cluster that has the definition of pages, and one page.
func withPage(t testing.TB) *fakecluster.Cluster {
	cluster := fakecluster.New(t, fakecluster.WithFixtures("crd"))
	cluster.Load(page)
	return cluster
}

// operate runs the operator until the test ends.
func operate(t testing.TB, cluster *fakecluster.Cluster) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- Run(ctx, cluster.Config) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// published waits until the page says that it is published.
func published(t testing.TB, cluster *fakecluster.Cluster) {
	operate(t, cluster)
	cluster.WaitFor("Page", "default", "welcome", func(page *unstructured.Unstructured) bool {
		said, _, _ := unstructured.NestedString(page.Object, "status", "published")
		return said == "Hello"
	})
}

func TestAPageIsPublishedOnce(t *testing.T) {
	cluster := withPage(t)
	published(t, cluster)
	cluster.Idle(0)
	cluster.ExpectRequests(1, fakecluster.JournalOptions{Verb: []string{"create"}, Kind: []string{"ConfigMap"}})
}

func TestARivalIsNoProblem(t *testing.T) {
	cluster := withPage(t)
	cluster.AddHooks("- before: { verb: update, kind: Page, subresource: status }\n  times: 2\n  then: { status: Conflict }\n")
	published(t, cluster)
	cluster.VerifyHooks()
}

func TestAPageIsPublishedWhateverGoesWrongOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute")
	}
	report := withPage(t).Sweep(published, fakecluster.SweepOptions{Within: 30 * time.Second})
	report.ExpectNone(t)
	t.Logf("%d requests, %d runs", len(report.Requests), report.Runs)
}
