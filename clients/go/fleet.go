package fakecluster

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/rest"
)

// Fleet is several clusters of one test, with one clock, and the network between them. Its methods fail the test where
// the server refuses.
type Fleet struct {
	// Clusters are the clusters by their names, for an administrator.
	Clusters map[string]*Cluster
	// Control has all operations on the fleet, and on its first cluster, with a context and an error each.
	Control *Control
	t       testing.TB
}

// NewFleet returns a fleet of clusters with these names, which ends with the test. Fixtures are loaded into each cluster,
// and a snapshot is one of the whole fleet.
func NewFleet(t testing.TB, names []string, options ...Option) *Fleet {
	t.Helper()
	chosen := settingsOf(options)
	server, err := serverWith(append(chosen.flags, "--clusters", strings.Join(names, ",")))
	if err != nil {
		t.Fatal(err)
	}
	fleet := fleetForkOf(t, server, FleetForkOptions{Snapshot: chosen.snapshot})
	for _, cluster := range fleet.Clusters {
		if len(chosen.fixtures) > 0 {
			cluster.LoadFiles(chosen.fixtures...)
		}
	}
	return fleet
}

// Fork returns a fleet of its own that begins as this one is now, and ends with the test.
func (f *Fleet) Fork() *Fleet {
	f.t.Helper()
	return fleetForkOf(f.t, f.Control, FleetForkOptions{})
}

func fleetForkOf(t testing.TB, of *Control, options FleetForkOptions) *Fleet {
	t.Helper()
	fork, err := of.FleetFork(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	fleet := &Fleet{Clusters: map[string]*Cluster{}, Control: NewControl(fork.URL, of.Token), t: t}
	t.Cleanup(func() {
		for _, cluster := range fleet.Clusters {
			cluster.keepBundleOfFailure()
		}
		if err := of.FleetForksClose(context.Background(), fork.Port); err != nil {
			t.Errorf("a fleet did not end: %v", err)
		}
	})
	clusters, err := fleet.Control.Fleet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range clusters {
		if fleet.Clusters[each.Name], err = clusterAt(t, each.URL, each.Kubeconfig, of.Token); err != nil {
			t.Fatal(err)
		}
	}
	return fleet
}

// ConfigIn returns how a client in the cluster from reaches the cluster to: partitions and delays between the two are
// about these clients.
func (f *Fleet) ConfigIn(from, to string) *rest.Config {
	f.t.Helper()
	kubeconfig, err := f.Control.FleetKubeconfig(f.t.Context(), FleetKubeconfigOptions{From: from})
	f.must(err)
	config, err := configFrom(kubeconfig, to)
	f.must(err)
	return config
}

// Partition cuts clients in the cluster from off from the cluster to: open watches break, and so do requests, until Heal.
// In the other direction requests go on.
func (f *Fleet) Partition(from, to string) {
	f.t.Helper()
	f.must(f.Control.FleetPartition(f.t.Context(), from, to))
}

// Delay delays requests of clients in the cluster from to the cluster to, and events of their watches, by the clock of the
// fleet.
func (f *Fleet) Delay(from, to string, by time.Duration) {
	f.t.Helper()
	f.must(f.Control.FleetDelay(f.t.Context(), from, to, fmt.Sprintf("%dms", by.Milliseconds())))
}

// Heal ends partitions and delays between clients in the cluster from and the cluster to.
func (f *Fleet) Heal(from, to string) {
	f.t.Helper()
	f.must(f.Control.FleetHeal(f.t.Context(), from, to))
}

// Snapshot keeps the whole state of all clusters, and returns its id.
func (f *Fleet) Snapshot() string {
	f.t.Helper()
	snapshot, err := f.Control.FleetSnapshot(f.t.Context(), FleetSnapshotOptions{})
	f.must(err)
	return snapshot.ID
}

// Restore goes back to a state in all clusters. Revisions go on rising, and open watches end with 410.
func (f *Fleet) Restore(id string) {
	f.t.Helper()
	_, err := f.Control.FleetRestore(f.t.Context(), id)
	f.must(err)
}

func (f *Fleet) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}
