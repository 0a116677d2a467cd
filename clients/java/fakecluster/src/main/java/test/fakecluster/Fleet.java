package test.fakecluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Several clusters with one clock, and the network between them. What runs in a cluster is a client
 * of all of them: partitions and delays are about such clients.
 */
public final class Fleet implements AutoCloseable {
  private final Control control;
  private final Map<String, Cluster> clusters = new LinkedHashMap<>();
  private final List<AutoCloseable> opened = new ArrayList<>();

  private Fleet(Control of, String token, Control.FleetForkOptions options) {
    Control.Fork fork = of.fleetFork(options);
    opened.add(() -> of.fleetForksClose(fork.port()));
    control = new Control(fork.url(), token);
    for (Control.FleetCluster each : control.fleet()) {
      Cluster cluster = new Cluster(new Server.Access(each.url(), token), each.kubeconfig());
      clusters.put(each.name(), cluster);
      opened.add(cluster);
    }
  }

  /**
   * Returns a fleet of its own, of clusters with these names. Fixtures are loaded into each
   * cluster, and a snapshot is one of the whole fleet.
   */
  public static Fleet start(ClusterOptions options, String... names) {
    List<String> flags = new ArrayList<>(options.flags);
    flags.addAll(List.of("--clusters", String.join(",", names)));
    Server.Access server = Server.with(List.copyOf(flags));
    Control.FleetForkOptions from = new Control.FleetForkOptions().snapshot(options.snapshot);
    Fleet fleet = new Fleet(new Control(server.url(), server.token()), server.token(), from);
    if (!options.fixtures.isEmpty()) {
      Path[] files = options.fixtures.toArray(Path[]::new);
      fleet.clusters.values().forEach(cluster -> cluster.loadFiles(files));
    }
    return fleet;
  }

  /** Returns a fleet of its own that begins as this one is now, and ends with it at the latest. */
  public Fleet fork() {
    String token = clusters.values().iterator().next().access().token();
    Fleet fork = new Fleet(control, token, new Control.FleetForkOptions());
    opened.add(fork);
    return fork;
  }

  /** Ends the fleet, and what was opened by it. */
  @Override
  public void close() {
    for (int last = opened.size() - 1; last >= 0; last--) {
      try {
        opened.remove(last).close();
      } catch (RuntimeException problem) {
        throw problem;
      } catch (Exception problem) {
        throw new IllegalStateException(problem);
      }
    }
  }

  /** Returns all operations on the fleet, and on its first cluster. */
  public Control control() {
    return control;
  }

  /** Returns a cluster, as an administrator. */
  public Cluster cluster(String name) {
    Cluster found = clusters.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "there is no cluster %s, only %s".formatted(name, clusters.keySet()));
    }
    return found;
  }

  /**
   * Returns a client in a cluster, for another one.
   *
   * @param type fabric8's KubernetesClient or Config, or the official ApiClient
   */
  public <T> T client(Class<T> type, String from, String to) {
    String all = control.fleetKubeconfig(new Control.FleetKubeconfigOptions().from(from));
    String one = all.replaceFirst("(?m)^current-context:.*$", "current-context: " + to);
    T client = Clients.open(type, one);
    if (client instanceof AutoCloseable ending) {
      opened.add(ending);
    }
    return client;
  }

  /**
   * Cuts clients in a cluster off from another until {@link #heal}. In the other direction requests
   * go on.
   */
  public void partition(String from, String to) {
    control.fleetPartition(from, to);
  }

  /**
   * Delays requests of clients in a cluster to another, and events of their watches, by the clock
   * of the fleet.
   */
  public void delay(String from, String to, Duration by) {
    control.fleetDelay(from, to, by.toMillis() + "ms");
  }

  /** Ends partitions and delays between clients in a cluster and another. */
  public void heal(String from, String to) {
    control.fleetHeal(from, to);
  }

  /** Keeps the whole state of all clusters, and returns its id. */
  public String snapshot() {
    return control.fleetSnapshot().id();
  }

  /**
   * Goes back to a state in all clusters. Revisions go on rising, and open watches end with 410.
   */
  public void restore(String id) {
    control.fleetRestore(id);
  }
}
