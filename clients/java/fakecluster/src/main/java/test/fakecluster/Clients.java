package test.fakecluster;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Function;

/**
 * The clients that a cluster gives, by the names of their classes: a project need not have them.
 */
final class Clients {
  private static final Map<String, Function<String, Object>> KNOWN =
      Map.of(
          "io.fabric8.kubernetes.client.KubernetesClient", text -> Fabric8.client(text),
          "io.fabric8.kubernetes.client.Config", text -> Fabric8.config(text),
          "io.kubernetes.client.openapi.ApiClient", text -> Official.client(text));

  private Clients() {}

  static boolean areKnown(Class<?> type) {
    return KNOWN.containsKey(type.getName());
  }

  static <T> T open(Class<T> type, String kubeconfig) {
    Function<String, Object> known = KNOWN.get(type.getName());
    if (known == null) {
      throw new IllegalArgumentException(
          "there is no client of type %s; there are %s"
              .formatted(type.getName(), String.join(", ", KNOWN.keySet())));
    }
    return type.cast(known.apply(kubeconfig));
  }

  private static final class Fabric8 {
    static Object config(String kubeconfig) {
      return Config.fromKubeconfig(kubeconfig);
    }

    static Object client(String kubeconfig) {
      return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
    }
  }

  private static final class Official {
    static Object client(String kubeconfig) {
      try {
        return ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig)))
            .build();
      } catch (IOException problem) {
        throw new UncheckedIOException(problem);
      }
    }
  }
}
