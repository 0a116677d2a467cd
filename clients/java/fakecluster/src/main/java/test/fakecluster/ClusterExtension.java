package test.fakecluster;

import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives a test a cluster of its own: a parameter of type {@link Cluster}, fabric8's
 * KubernetesClient or the official ApiClient. It ends with the test; one that a method for all
 * tests of a class has asked for (BeforeAll) is that of them all.
 *
 * <p>A test that fails leaves behind a file about what happened, in the folder FAKECLUSTER_BUNDLES
 * names or among temporary files.
 */
public final class ClusterExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace OURS = Namespace.create(ClusterExtension.class);

  private final ClusterOptions options;

  /** Takes the options from {@link FakeCluster} on the test or its class. */
  public ClusterExtension() {
    this(null);
  }

  /** Gives clusters with these options: a field with RegisterExtension. */
  public ClusterExtension(ClusterOptions options) {
    this.options = options;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Cluster.class || Clients.areKnown(type);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    Cluster cluster =
        store(context)
            .getOrComputeIfAbsent(
                Cluster.class, key -> Cluster.start(optionsFor(context)), Cluster.class);
    return type == Cluster.class ? cluster : cluster.client(type);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Cluster cluster = store(context).get(Cluster.class, Cluster.class);
    if (cluster == null || context.getExecutionException().isEmpty()) {
      return;
    }
    String test =
        context.getRequiredTestClass().getSimpleName()
            + "."
            + context.getRequiredTestMethod().getName();
    try {
      System.err.println("what happened: fakecluster inspect " + cluster.writeBundle(test));
    } catch (RuntimeException problem) {
      // The test has failed already, and its own failure counts.
      System.err.println("what happened could not be kept: " + problem);
    }
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(OURS);
  }

  private ClusterOptions optionsFor(ExtensionContext context) {
    return options != null
        ? options
        : annotated(context).map(ClusterExtension::read).orElseGet(ClusterOptions::new);
  }

  private static Optional<FakeCluster> annotated(ExtensionContext context) {
    Optional<Method> test = context.getTestMethod();
    return AnnotationSupport.findAnnotation(test, FakeCluster.class)
        .or(
            () ->
                AnnotationSupport.findAnnotation(
                    context.getRequiredTestClass(),
                    FakeCluster.class,
                    context.getEnclosingTestClasses()));
  }

  private static ClusterOptions read(FakeCluster annotation) {
    return new ClusterOptions()
        .flags(annotation.flags())
        .fixtures(annotation.fixtures())
        .snapshot(annotation.snapshot());
  }
}
