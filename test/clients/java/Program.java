import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Uses a cluster by one of the transports of fabric8's client, and prints what it sees. */
public class Program {
  private static final Map<String, HttpClient.Factory> TRANSPORTS =
      Map.of("vertx", new VertxHttpClientFactory(), "jdk", new JdkHttpClientFactory(), "okhttp", new OkHttpClientFactory());

  public static void main(String[] args) throws Exception {
    try (KubernetesClient client = new KubernetesClientBuilder().withHttpClientFactory(TRANSPORTS.get(args[0])).build()) {
      watch(client);
      inform(client);
      change(client);
      elect(client);
    }
    System.exit(0);
  }

  private static ConfigMap settings(String name, String color) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).addToLabels("app", "shop").endMetadata().addToData("color", color).build();
  }

  private static void watch(KubernetesClient client) throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Watcher<ConfigMap> watcher = new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap map) {
        seen.add(action + " " + map.getMetadata().getName());
      }

      @Override
      public void onClose(WatcherException cause) {
        seen.add("closed " + cause.getMessage());
      }
    };
    try (Watch open = client.configMaps().inNamespace("default").withLabel("app", "shop").watch(watcher)) {
      client.resource(settings("watched", "red")).inNamespace("default").create();
      System.out.println("watch " + next(seen));
      client.resource(settings("watched", "blue")).inNamespace("default").update();
      System.out.println("watch " + next(seen));
      client.configMaps().inNamespace("default").withName("watched").delete();
      System.out.println("watch " + next(seen));
    }
  }

  private static void inform(KubernetesClient client) throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    ResourceEventHandler<ConfigMap> handler = new ResourceEventHandler<>() {
      @Override
      public void onAdd(ConfigMap map) {
        seen.add("add " + map.getMetadata().getName());
      }

      @Override
      public void onUpdate(ConfigMap old, ConfigMap map) {
        seen.add("update " + old.getData().get("color") + " " + map.getData().get("color"));
      }

      @Override
      public void onDelete(ConfigMap map, boolean unknown) {
        seen.add("delete " + map.getMetadata().getName());
      }
    };
    client.resource(settings("known", "red")).inNamespace("default").create();
    try (SharedIndexInformer<ConfigMap> informer = client.configMaps().inNamespace("default").withLabel("app", "shop").inform(handler)) {
      System.out.println("informer " + next(seen));
      client.configMaps().inNamespace("default").withName("known").edit(map -> new ConfigMapBuilder(map).addToData("color", "blue").build());
      System.out.println("informer " + next(seen));
      client.configMaps().inNamespace("default").withName("known").delete();
      System.out.println("informer " + next(seen));
    }
  }

  private static void change(KubernetesClient client) {
    ConfigMap applied = client.resource(settings("applied", "red")).inNamespace("default").fieldManager("one").serverSideApply();
    System.out.println("apply " + applied.getMetadata().getManagedFields().get(0).getManager());
    try {
      client.resource(settings("applied", "blue")).inNamespace("default").fieldManager("two").serverSideApply();
    } catch (KubernetesClientException conflict) {
      System.out.println("apply " + conflict.getCode());
    }
    ConfigMap patched = client.configMaps().inNamespace("default").withName("applied")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"size\":\"5\"}}");
    System.out.println("patch " + patched.getData());
    var job = client.batch().v1().jobs().inNamespace("default").resource(new JobBuilder().withNewMetadata().withName("once").endMetadata()
        .withNewSpec().withNewTemplate().withNewSpec().withRestartPolicy("Never").addNewContainer().withName("a").withImage("example.io/a:1").endContainer()
        .endSpec().endTemplate().endSpec().build()).create();
    System.out.println("job " + job.getSpec().getBackoffLimit());
    System.out.println("list " + client.configMaps().inNamespace("default").withLabel("none").list().getItems().size());
  }

  private static void elect(KubernetesClient client) throws Exception {
    // Who leads is told by two threads, in no certain order.
    CompletableFuture<String> leader = new CompletableFuture<>();
    CompletableFuture<String> leads = new CompletableFuture<>();
    var config = new LeaderElectionConfigBuilder().withName("program").withLeaseDuration(Duration.ofSeconds(15))
        .withRenewDeadline(Duration.ofSeconds(10)).withRetryPeriod(Duration.ofMillis(100)).withReleaseOnCancel(true)
        .withLock(new LeaseLock("default", "leader", "me"))
        .withLeaderCallbacks(new LeaderCallbacks(() -> leads.complete("leads"), () -> {}, leader::complete))
        .build();
    CompletableFuture<?> running = client.leaderElector().withConfig(config).build().start();
    System.out.println(leads.get(20, TimeUnit.SECONDS));
    System.out.println("leader " + leader.get(20, TimeUnit.SECONDS));
    running.cancel(true);
  }

  private static String next(BlockingQueue<String> seen) throws InterruptedException {
    return seen.poll(20, TimeUnit.SECONDS);
  }
}
