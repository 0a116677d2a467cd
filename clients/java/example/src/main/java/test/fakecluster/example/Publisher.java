package test.fakecluster.example;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.util.Map;

/** A small operator: it publishes the text of each Page in a ConfigMap of the same name. */
public final class Publisher implements Reconciler<Page> {
  /** Starts the operator, which goes on until it is stopped. */
  public static Operator start(KubernetesClient client) {
    Operator operator =
        new Operator(
            settings -> settings.withKubernetesClient(client).withCloseClientOnStop(false));
    operator.register(
        new Publisher(),
        settings ->
            settings.withRetry(new GenericRetry().setInitialInterval(100).setMaxAttempts(10)));
    operator.start();
    return operator;
  }

  /** Has the ConfigMap and the status of a Page follow its text. It does nothing twice. */
  @Override
  public UpdateControl<Page> reconcile(Page page, Context<Page> context) {
    String text = page.getSpec().text();
    ConfigMap published =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(page.getMetadata().getNamespace())
            .withName(page.getMetadata().getName())
            .endMetadata()
            .withData(Map.of("text", text))
            .build();
    published.addOwnerReference(page);
    context
        .getClient()
        .resource(published)
        .fieldManager("publisher")
        .forceConflicts()
        .serverSideApply();
    if (page.getStatus() != null && text.equals(page.getStatus().published())) {
      return UpdateControl.noUpdate();
    }
    page.setStatus(new Page.Status(text));
    return UpdateControl.patchStatus(page);
  }
}
