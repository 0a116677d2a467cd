package test.fakecluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class, or one test, clusters by their parameters: see {@link
 * ClusterExtension}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(ClusterExtension.class)
public @interface FakeCluster {
  /** Flags of the server, such as "--controllers", "none". */
  String[] flags() default {};

  /** Files, or folders with YAML and JSON files, that are loaded. */
  String[] fixtures() default {};

  /** The state of the server that the cluster begins with. */
  String snapshot() default "start";
}
