/**
 * Gives a test in Java a fake of a Kubernetes cluster: an API server with its controllers, a clock
 * that the test moves, scripted faults, snapshots, and sweeps that try each fault on the test's own
 * function.
 *
 * <pre>{@code
 * @FakeCluster(fixtures = "src/test/crd")
 * class ShopTest {
 *   @Test
 *   void pricesAreKept(Cluster cluster, KubernetesClient client) {
 *     …
 *   }
 * }
 * }</pre>
 *
 * <p>The first cluster of a process starts a server, which ends with the process; each cluster is a
 * fork of it, which takes a millisecond. FAKECLUSTER_SERVER names a server that runs already, to be
 * used instead.
 */
package test.fakecluster;
