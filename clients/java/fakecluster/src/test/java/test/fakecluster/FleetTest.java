package test.fakecluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetTest {
  private static final String TEA =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: prices}, data: {tea: '3'}}";

  private final Fleet fleet = Fleet.start(new ClusterOptions(), "hub", "east");

  @AfterEach
  void end() {
    fleet.close();
  }

  /** Reads from the cluster east as a client in hub. */
  private static String teaIn(Fleet fleet) throws ApiException {
    ApiClient client = fleet.client(ApiClient.class, "hub", "east");
    return new CoreV1Api(client)
        .readNamespacedConfigMap("prices", "default")
        .execute()
        .getData()
        .get("tea");
  }

  @Test
  void aPartitionCutsOffClientsInOneClusterFromAnother() throws ApiException {
    fleet.cluster("east").load(TEA);
    assertEquals("3", teaIn(fleet));
    fleet.partition("hub", "east");
    ApiException cut = assertThrows(ApiException.class, () -> teaIn(fleet));
    assertInstanceOf(IOException.class, cut.getCause());
    fleet.heal("hub", "east");
    assertEquals("3", teaIn(fleet));
  }

  @Test
  void theStateOfAFleetIsKeptForkedAndRestored() throws ApiException {
    String before = fleet.snapshot();
    fleet.cluster("east").load(TEA);
    fleet.partition("hub", "east");
    Fleet fork = fleet.fork();
    fork.heal("hub", "east");
    assertEquals("3", teaIn(fork));
    fork.delay("hub", "east", Duration.ofSeconds(1));
    assertEquals(fork.cluster("hub").advance(Duration.ofHours(1)), fork.cluster("east").now());
    fleet.restore(before);
    assertEquals(404, assertThrows(ApiException.class, () -> teaIn(fleet)).getCode());
  }
}
