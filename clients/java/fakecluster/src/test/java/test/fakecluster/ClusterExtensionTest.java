package test.fakecluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

class ClusterExtensionTest {
  /** Is no test of its own: its name is not one that Maven looks for. */
  static class Failing {
    @RegisterExtension
    static final ClusterExtension CLUSTERS = new ClusterExtension(new ClusterOptions());

    static Cluster ofAll;

    @BeforeAll
    static void begin(Cluster cluster) {
      ofAll = cluster;
    }

    @Test
    void isTold(Cluster cluster) {
      assertSame(ofAll, cluster);
      throw new AssertionError("as it should");
    }
  }

  @Test
  void aFailingTestKeepsWhatHappened() throws IOException {
    Path folder = Path.of(System.getenv("FAKECLUSTER_BUNDLES"));
    List<Path> before = bundlesIn(folder);
    SummaryGeneratingListener heard = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Failing.class)).build(),
            heard);
    assertEquals(
        List.of("as it should"),
        heard.getSummary().getFailures().stream()
            .map(each -> each.getException().getMessage())
            .toList());
    List<Path> kept = bundlesIn(folder).stream().filter(file -> !before.contains(file)).toList();
    assertEquals(1, kept.size());
    assertTrue(Asker.JSON.readTree(kept.get(0).toFile()).has("changes"));
    assertThrows(Exception.class, Failing.ofAll::now, "the cluster has ended");
  }

  private static List<Path> bundlesIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("Failing.isTold-"))
          .toList();
    }
  }

  @Test
  void withoutFakeclusterItSaysWhatToInstall() {
    IllegalStateException told =
        assertThrows(IllegalStateException.class, () -> Server.command(Map.of("PATH", "/nowhere")));
    assertTrue(told.getMessage().contains("npm install"), told.getMessage());
  }
}
