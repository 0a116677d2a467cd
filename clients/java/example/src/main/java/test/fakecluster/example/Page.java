package test.fakecluster.example;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A text that is to be published. */
@Group("example.com")
@Version("v1")
public class Page extends CustomResource<Page.Spec, Page.Status> implements Namespaced {
  private static final long serialVersionUID = 1;

  /** What the page says. */
  public record Spec(String text) {}

  /** The text that was published last. */
  public record Status(String published) {}
}
