package fakecluster_test

import (
	"testing"
	"time"

	fakecluster "fakecluster.test/go"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// readsAcross reads from a cluster as a client in another does.
func readsAcross(t testing.TB, fleet *fakecluster.Fleet, from, to string) error {
	client := kubernetes.NewForConfigOrDie(fleet.ConfigIn(from, to))
	_, err := client.CoreV1().ConfigMaps("default").Get(t.Context(), "prices", metav1.GetOptions{})
	return err
}

func TestAPartitionCutsOffClientsInOneClusterFromAnother(t *testing.T) {
	fleet := fakecluster.NewFleet(t, []string{"hub", "east"})
	fleet.Clusters["east"].Load(tea)
	if err := readsAcross(t, fleet, "hub", "east"); err != nil {
		t.Error(err)
	}
	fleet.Partition("hub", "east")
	if err := readsAcross(t, fleet, "hub", "east"); err == nil || errors.ReasonForError(err) != metav1.StatusReasonUnknown {
		t.Errorf("it is cut off, and got %v", err)
	}
	if _, err := pricesOf(t, fleet.Clusters["east"]); err != nil {
		t.Errorf("an administrator is not cut off: %v", err)
	}
	fleet.Heal("hub", "east")
	if err := readsAcross(t, fleet, "hub", "east"); err != nil {
		t.Error(err)
	}
}

func TestADelayPassesWithTheClockOfTheFleet(t *testing.T) {
	fleet := fakecluster.NewFleet(t, []string{"hub", "east"})
	fleet.Clusters["east"].Load(tea)
	fleet.Delay("hub", "east", time.Minute)
	before := fleet.Clusters["hub"].Now()
	read := make(chan error)
	go func() { read <- readsAcross(t, fleet, "hub", "east") }()
	for {
		select {
		case err := <-read:
			if after := fleet.Clusters["east"].Now(); err != nil || after.Sub(before) < time.Minute {
				t.Errorf("got %v, after %v", err, after.Sub(before))
			}
			return
		case <-time.After(20 * time.Millisecond):
			fleet.Clusters["hub"].Advance(time.Minute)
		}
	}
}

func TestTheStateOfAFleetIsKeptForkedAndRestored(t *testing.T) {
	fleet := fakecluster.NewFleet(t, []string{"hub", "east"})
	before := fleet.Snapshot()
	fleet.Clusters["east"].Load(tea)
	fleet.Partition("hub", "east")
	fork := fleet.Fork()
	fork.Heal("hub", "east")
	if err := readsAcross(t, fork, "hub", "east"); err != nil {
		t.Error(err)
	}
	fleet.Restore(before)
	if err := readsAcross(t, fleet, "hub", "east"); !errors.IsNotFound(err) {
		t.Errorf("the partition and the object are gone, and got %v", err)
	}
}
