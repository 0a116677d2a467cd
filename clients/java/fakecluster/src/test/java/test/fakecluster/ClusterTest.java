package test.fakecluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import test.fakecluster.Control.JournalOptions;

@FakeCluster
class ClusterTest {
  private static final String TEA =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: prices}, data: {tea: '3'}}";

  private static ConfigMap pricesOf(Cluster cluster) {
    return pricesOf(cluster.client(KubernetesClient.class));
  }

  private static ConfigMap pricesOf(KubernetesClient client) {
    return client.configMaps().inNamespace("default").withName("prices").get();
  }

  @Test
  void eachClusterIsOnItsOwn(Cluster cluster, KubernetesClient client) {
    cluster.load(TEA);
    assertEquals("3", pricesOf(client).getData().get("tea"));
    try (Cluster other = Cluster.start(new ClusterOptions())) {
      assertNull(pricesOf(other));
    }
    assertEquals("3", pricesOf(cluster.fork()).getData().get("tea"));
  }

  @Test
  void theOfficialClientReachesTheSameCluster(Cluster cluster, ApiClient client) throws Exception {
    cluster.load(TEA);
    assertEquals(
        "3",
        new CoreV1Api(client)
            .readNamespacedConfigMap("prices", "default")
            .execute()
            .getData()
            .get("tea"));
  }

  @Test
  void aClientThatIsNotKnownIsToldWithThoseThatAre(Cluster cluster) {
    IllegalArgumentException problem =
        assertThrows(IllegalArgumentException.class, () -> cluster.client(String.class));
    assertTrue(problem.getMessage().contains("KubernetesClient"), problem.getMessage());
  }

  @Test
  void fixturesAreFilesAndFolders(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("prices.yaml"), TEA);
    try (Cluster cluster = Cluster.start(new ClusterOptions().fixtures(folder.toString()))) {
      JsonNode found =
          cluster.waitFor(
              "ConfigMap", "default", "prices", each -> each.at("/metadata/uid").isTextual());
      assertEquals("3", found.at("/data/tea").asText());
      Path empty = Files.createDirectory(folder.resolve("empty"));
      assertThrows(IllegalArgumentException.class, () -> cluster.loadFiles(empty));
    }
  }

  @Test
  void aKubeconfigIsAFileThatEndsWithTheCluster() throws Exception {
    Path file;
    try (Cluster cluster = Cluster.start(new ClusterOptions())) {
      file = cluster.kubeconfigFile();
      assertTrue(Files.readString(file).contains(cluster.url()));
    }
    assertFalse(Files.exists(file));
  }

  @Test
  void statesAreKeptComparedAndRestored(Cluster cluster) {
    String before = cluster.snapshot();
    cluster.load(TEA);
    List<Control.Change> changes = cluster.changes(before);
    assertEquals(
        List.of("added prices"),
        changes.stream().map(each -> each.type() + " " + each.name()).toList());
    cluster.restore(before);
    assertEquals(List.of(), cluster.changes(before));
  }

  @Test
  void theClockMovesWhenTold(Cluster cluster) {
    Instant before = cluster.now();
    assertEquals(before.plusSeconds(40), cluster.advance(Duration.ofSeconds(40)));
    assertEquals(before.plusSeconds(40), cluster.now());
  }

  @Test
  void hooksFailRequestsAndTheJournalTellsOfThem(Cluster cluster, ApiClient client)
      throws Exception {
    cluster.load(TEA);
    cluster.addHooks(
        "- before: { verb: get, kind: ConfigMap }\n"
            + "  times: 1\n"
            + "  then: { status: InternalError }\n");
    assertThrows(AssertionError.class, cluster::verifyHooks);
    CoreV1Api core = new CoreV1Api(client);
    assertThrows(Exception.class, core.readNamespacedConfigMap("prices", "default")::execute);
    core.readNamespacedConfigMap("prices", "default").execute();
    cluster.idle();
    cluster.verifyHooks();
    cluster.expectRequests(1, new JournalOptions().kind("ConfigMap").code("500"));
    cluster.expectRequests(2, new JournalOptions().kind("ConfigMap").verb("get", "patch"));
    AssertionError told =
        assertThrows(
            AssertionError.class,
            () -> cluster.expectRequests(3, new JournalOptions().kind("ConfigMap").code("5*")));
    assertTrue(
        told.getMessage().startsWith("there were 1 such requests, not 3\n  #"), told.getMessage());
  }

  @Test
  @FakeCluster(flags = {"--authorization-mode", "RBAC", "--authorization-audit"})
  void whatAUserNeedsIsWrittenAsRoles(Cluster cluster) {
    cluster
        .clientAs(KubernetesClient.class, "jane", "shoppers")
        .services()
        .inNamespace("default")
        .list();
    String roles = cluster.accessUsed("jane");
    assertTrue(roles.contains("services") && !roles.contains("pods"), roles);
    assertEquals("", cluster.accessBeyond("jane", roles));
    assertTrue(cluster.accessBeyond("jane", "{kind: Role, rules: []}").contains("services"));
    assertEquals(List.of(), cluster.accessUnused("jane", roles));
    assertEquals(1, cluster.accessUnused("jane", roles.replace("services", "pods")).size());
  }

  @Test
  void refusalsSayHowToMendThem(Cluster cluster) {
    RefusedException refused = assertThrows(RefusedException.class, () -> cluster.restore("sart"));
    assertEquals(404, refused.code);
    assertTrue(refused.getMessage().contains("did you mean start?"), refused.getMessage());
  }

  /** Creates a ConfigMap, and gives up where it hears of a failure. */
  private static void makes(Cluster cluster) throws Exception {
    ConfigMap prices =
        new ConfigMapBuilder().withNewMetadata().withName("prices").endMetadata().build();
    var config = cluster.client(io.fabric8.kubernetes.client.Config.class);
    config.setRequestRetryBackoffLimit(0);
    try (KubernetesClient client =
        new io.fabric8.kubernetes.client.KubernetesClientBuilder().withConfig(config).build()) {
      client.resource(prices).inNamespace("default").create();
    }
  }

  /** Lists until it is answered. */
  private static void reads(Cluster cluster) {
    KubernetesClient client = cluster.client(KubernetesClient.class);
    while (!Thread.interrupted()) {
      try {
        client.configMaps().inNamespace("default").list();
        return;
      } catch (KubernetesClientException again) {
        // It asks again.
      }
    }
  }

  @Test
  void sweepsAndExplorationsRunTheTestsOwnFunction(Cluster cluster) {
    Report swept = cluster.sweep(ClusterTest::makes, new SweepOptions());
    assertTrue(swept.runs() > 3 && swept.text().contains("configmaps"), swept.text());
    assertThrows(AssertionError.class, swept::expectNone);
    assertEquals(
        1,
        cluster
            .explore(ClusterTest::makes, new ExploreOptions().seed(7).runs(3))
            .findings()
            .size());
    cluster
        .sweep(ClusterTest::reads, new SweepOptions().within(Duration.ofMinutes(1)))
        .expectNone();
  }

  @Test
  @FakeCluster(flags = {"--tls", "--token", "secret"})
  void aServerMayHaveATokenAndSpeakHttps(Cluster cluster) {
    assertTrue(cluster.url().startsWith("https:"), cluster.url());
    cluster.sweep(ClusterTest::reads, new SweepOptions()).expectNone();
  }

  @Test
  void whatCannotBeSweptIsRefusedInWords(Cluster cluster) {
    IllegalStateException asksNothing =
        assertThrows(
            IllegalStateException.class, () -> cluster.sweep(fork -> {}, new SweepOptions()));
    assertTrue(asksNothing.getMessage().contains("no requests"), asksNothing.getMessage());
    SweepOptions short50 = new SweepOptions().within(Duration.ofMillis(50));
    IllegalStateException waits =
        assertThrows(
            IllegalStateException.class,
            () -> cluster.sweep(fork -> Thread.sleep(60_000), short50));
    assertTrue(waits.getMessage().contains("never ends"), waits.getMessage());
  }
}
