package test.fakecluster.example;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import test.fakecluster.Cluster;
import test.fakecluster.Control.JournalOptions;
import test.fakecluster.FakeCluster;
import test.fakecluster.SweepOptions;

@FakeCluster(fixtures = "src/test/resources/pages.yaml")
class PublisherTest {
  private static final String PAGE =
      """
      apiVersion: example.com/v1
      kind: Page
      metadata: { name: welcome, namespace: default }
      spec: { text: Hello }
      """;

  @BeforeEach
  void write(Cluster cluster) {
    cluster.load(PAGE);
  }

  /** Runs the operator until the page says that it is published. */
  private static void published(Cluster cluster) {
    Operator operator = Publisher.start(cluster.client(KubernetesClient.class));
    try {
      cluster.waitFor(
          "Page",
          "default",
          "welcome",
          page -> page.at("/status/published").asText().equals("Hello"));
    } finally {
      operator.stop();
    }
  }

  @Test
  void aPageIsPublishedOnce(Cluster cluster) {
    published(cluster);
    cluster.idle();
    cluster.expectRequests(1, new JournalOptions().verb("patch").kind("ConfigMap").wrote(true));
  }

  @Test
  void aRivalIsNoProblem(Cluster cluster) {
    cluster.addHooks(
        "- before: { verb: patch, kind: Page, subresource: status }\n"
            + "  times: 2\n"
            + "  then: { status: Conflict }\n");
    published(cluster);
    cluster.verifyHooks();
  }

  @Test
  void aPageIsPublishedWhateverGoesWrongOnce(Cluster cluster) {
    cluster
        .sweep(PublisherTest::published, new SweepOptions().within(Duration.ofSeconds(30)))
        .expectNone();
  }
}
