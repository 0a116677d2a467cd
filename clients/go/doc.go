// Package fakecluster gives a Go test a fake of a Kubernetes cluster: an API server with its controllers, a clock that
// the test moves, scripted faults, snapshots, and sweeps that try each fault on the test's own function.
//
//	func TestShop(t *testing.T) {
//		cluster := fakecluster.New(t, fakecluster.WithFixtures("config/crd"))
//		client := kubernetes.NewForConfigOrDie(cluster.Config)
//		…
//	}
//
// The first New of a process starts a server, which ends with the process; each New forks it, which takes a
// millisecond. FAKECLUSTER_SERVER names a server that runs already, to be used instead.
package fakecluster
