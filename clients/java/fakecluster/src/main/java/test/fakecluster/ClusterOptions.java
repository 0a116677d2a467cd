package test.fakecluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a cluster of a test begins with. */
public final class ClusterOptions {
  final List<String> flags = new ArrayList<>();
  final List<Path> fixtures = new ArrayList<>();
  String snapshot = "start";

  /**
   * Has the server be one that was started with these flags, such as "--controllers", "none". A
   * process starts one server for each list of flags. A server that FAKECLUSTER_SERVER names keeps
   * those it has.
   */
  public ClusterOptions flags(String... more) {
    flags.addAll(List.of(more));
    return this;
  }

  /**
   * Loads files, or the YAML and JSON files in folders: objects, and definitions of custom
   * resources.
   */
  public ClusterOptions fixtures(String... paths) {
    for (String path : paths) {
      fixtures.add(Path.of(path));
    }
    return this;
  }

  /** Begins with a state of the server other than its start. */
  public ClusterOptions snapshot(String id) {
    snapshot = id;
    return this;
  }
}
