package test.fakecluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cluster of its own. Its methods throw {@link RefusedException} where the server refuses, and
 * AssertionError for expectations that are not met.
 */
public final class Cluster implements AutoCloseable {
  private static final ObjectMapper YAML = new YAMLMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Server.Access access;
  private final Control control;
  private final String kubeconfig;
  private final Deque<AutoCloseable> opened = new ConcurrentLinkedDeque<>();

  Cluster(Server.Access access, String kubeconfig) {
    this.access = access;
    this.control = new Control(access.url(), access.token());
    this.kubeconfig = kubeconfig;
  }

  /** Returns a cluster of its own, without JUnit. */
  public static Cluster start(ClusterOptions options) {
    Server.Access server = Server.with(List.copyOf(options.flags));
    Control.ForkOptions from = new Control.ForkOptions().snapshot(options.snapshot);
    Cluster cluster = forkOf(new Control(server.url(), server.token()), server.token(), from);
    if (!options.fixtures.isEmpty()) {
      cluster.loadFiles(options.fixtures.toArray(Path[]::new));
    }
    return cluster;
  }

  /**
   * Returns a cluster of its own that begins as this one is now, and ends with it at the latest.
   */
  public Cluster fork() {
    return ending(forkOf(control, access.token(), new Control.ForkOptions()));
  }

  private static Cluster forkOf(Control of, String token, Control.ForkOptions options) {
    Control.Fork fork = of.fork(options);
    Cluster cluster = new Cluster(new Server.Access(fork.url(), token), fork.kubeconfig());
    cluster.ending(() -> of.forksClose(fork.port()));
    return cluster;
  }

  /** Ends the cluster, and what was opened by it. */
  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (RuntimeException problem) {
        throw problem;
      } catch (Exception problem) {
        throw new IllegalStateException(problem);
      }
    }
  }

  private <T extends AutoCloseable> T ending(T with) {
    opened.push(with);
    return with;
  }

  /** Returns all operations. */
  public Control control() {
    return control;
  }

  /** Returns the address of the cluster, without a path. */
  public String url() {
    return access.url();
  }

  Server.Access access() {
    return access;
  }

  /** Returns how clients reach the cluster, as an administrator. */
  public String kubeconfig() {
    return kubeconfig;
  }

  /** Writes the kubeconfig to a file that ends with the cluster, and returns its path. */
  public Path kubeconfigFile() {
    try {
      Path file = Files.createTempFile("fakecluster-", ".yaml");
      ending(() -> Files.deleteIfExists(file));
      return Files.writeString(file, kubeconfig);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /**
   * Returns a client as an administrator.
   *
   * @param type fabric8's KubernetesClient or Config, or the official ApiClient
   */
  public <T> T client(Class<T> type) {
    return opened(type, kubeconfig);
  }

  /** Returns a client as a user. */
  public <T> T clientAs(Class<T> type, String user, String... groups) {
    Control.KubeconfigOptions options = new Control.KubeconfigOptions();
    return opened(
        type, control.kubeconfig(user, groups.length == 0 ? options : options.group(groups)));
  }

  private <T> T opened(Class<T> type, String as) {
    T client = Clients.open(type, as);
    if (client instanceof AutoCloseable ending) {
      ending(ending);
    }
    return client;
  }

  /** Stores objects of YAML or JSON, all or none. An object that is there already is replaced. */
  public void load(String yaml) {
    control.load(yaml);
  }

  /** Loads files, or the YAML and JSON files in folders. */
  public void loadFiles(Path... paths) {
    List<Map<String, String>> texts = new ArrayList<>();
    try {
      for (Path file : filesIn(paths)) {
        texts.add(Map.of("name", file.toString(), "text", Files.readString(file)));
      }
      control.load(Asker.JSON.writeValueAsString(texts));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private static List<Path> filesIn(Path... paths) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      try (Stream<Path> within = Files.walk(path)) {
        List<Path> found =
            within
                .filter(file -> file.equals(path) || file.toString().matches(".*\\.(ya?ml|json)"))
                .filter(Files::isRegularFile)
                .sorted()
                .toList();
        if (found.isEmpty()) {
          throw new IllegalArgumentException("there are no YAML or JSON files in " + path);
        }
        files.addAll(found);
      }
    }
    return files;
  }

  /**
   * Returns the stored objects of a kind, such as Pod or Page.example.com. It is no request that
   * the journal tells of, and none that a sweep lets fail.
   */
  public List<JsonNode> objects(String kind) {
    Control.DumpOptions options = new Control.DumpOptions().kinds(kind).bootstrap(true);
    List<JsonNode> found = new ArrayList<>();
    read(control.dump(options)).path("items").forEach(found::add);
    return found;
  }

  private static JsonNode read(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /**
   * Returns the object of a kind once it is as the condition asks; it asks as {@link #objects}
   * does.
   *
   * @throws AssertionError after half a minute
   * @throws CancelledException when its thread is interrupted
   */
  public JsonNode waitFor(
      String kind, String namespace, String name, Predicate<JsonNode> condition) {
    for (Instant end = Instant.now().plus(PATIENCE); Instant.now().isBefore(end); ) {
      for (JsonNode object : objects(kind)) {
        JsonNode metadata = object.path("metadata");
        if (metadata.path("namespace").asText().equals(namespace)
            && metadata.path("name").asText().equals(name)
            && condition.test(object)) {
          return object;
        }
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException interrupted) {
        throw new CancelledException(
            "cancelled while it waited for %s %s/%s".formatted(kind, namespace, name));
      }
    }
    throw new AssertionError(
        "%s %s/%s did not become what the test waits for".formatted(kind, namespace, name));
  }

  /** Puts a script of hooks in force: faults, delays, replies. */
  public Control.Script addHooks(String script) {
    return control.hooksAdd(script);
  }

  /** Fails on hooks that never fired, and on expectations that were not met. */
  public void verifyHooks() {
    try {
      control.hooksVerify();
    } catch (RefusedException refused) {
      throw new AssertionError(refused.getMessage(), refused);
    }
  }

  /** Returns the time it is in the cluster. */
  public Instant now() {
    return Instant.parse(control.clock().time());
  }

  /** Moves the virtual clock, and returns the time it is then. */
  public Instant advance(Duration by) {
    return Instant.parse(control.clockAdvance(written(by)).time());
  }

  /** Waits until no request has begun or is under way for 50 ms, and all is settled. */
  public void idle() {
    idle(Duration.ofMillis(50));
  }

  /** Waits until no request has begun or is under way for a while, and all is settled. */
  public void idle(Duration quiet) {
    control.idle(new Control.IdleOptions().quiet(written(quiet)));
  }

  /** Keeps the whole state, and returns its id. */
  public String snapshot() {
    return control.snapshot().id();
  }

  /** Goes back to a state. Revisions go on rising, and open watches end with 410. */
  public void restore(String id) {
    control.restore(id);
  }

  /** Returns what differs now from a state kept by {@link #snapshot}, as JSON Patches. */
  public List<Control.Change> changes(String since) {
    return control.diff(since);
  }

  /**
   * Returns the smallest Role and ClusterRole that cover what a user did, as YAML, where requests
   * are authorized.
   */
  public String accessUsed(String user) {
    return control.accessUsed(user);
  }

  /**
   * Returns the part of what a user did that Roles and ClusterRoles, given as YAML, do not cover;
   * empty if they suffice.
   */
  public String accessBeyond(String user, String roles) {
    return control.accessBeyond(user, roles);
  }

  /** Returns the rules of Roles and ClusterRoles, given as YAML, that a user did not need. */
  public List<Control.UnneededRule> accessUnused(String user, String roles) {
    return control.accessUnused(roles, new Control.AccessUnusedOptions().user(user));
  }

  /** Returns what the cluster was sent, oldest first. */
  public List<Request> requests(Control.JournalOptions filter) {
    return control.journal(filter).items().stream()
        .map(item -> Asker.JSON.convertValue(item, Request.class))
        .toList();
  }

  /** Fails unless the cluster was sent that many of these requests; it tells which ones it was. */
  public void expectRequests(int count, Control.JournalOptions filter) {
    List<Request> found = requests(filter);
    if (found.size() != count) {
      String lines = found.stream().map(each -> "\n  " + each).collect(Collectors.joining());
      throw new AssertionError(
          "there were %d such requests, not %d%s".formatted(found.size(), count, lines));
    }
  }

  /**
   * Runs a scenario on forks of the cluster: twice without faults, and then again for each request
   * it made and each fault that fits. It reports the runs that ended otherwise.
   */
  public Report sweep(Scenario scenario, SweepOptions options) {
    return Sweep.run(this, scenario, "sweep", options.words());
  }

  /** Runs a scenario with several faults at once, chosen by a seed, up to the first finding. */
  public Report explore(Scenario scenario, ExploreOptions options) {
    return Sweep.run(this, scenario, "explore", options.words());
  }

  /** Writes what happened to a file, for `fakecluster inspect`. */
  public Path writeBundle(String test) {
    try {
      String name = test.replaceAll("[^\\w.-]+", "-") + "-";
      String folder = System.getenv().getOrDefault("FAKECLUSTER_BUNDLES", "");
      Path file =
          folder.isEmpty()
              ? Files.createTempFile(name, ".json")
              : Files.createTempFile(Files.createDirectories(Path.of(folder)), name, ".json");
      return Files.writeString(file, control.bundle().toString());
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  static String written(Duration duration) {
    return duration.toMillis() + "ms";
  }
}
