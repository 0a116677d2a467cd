package test.fakecluster;

/**
 * What a sweep runs for each fault: the test's own function, which ends by itself. It fails by
 * throwing; its thread is interrupted when it takes too long.
 */
@FunctionalInterface
public interface Scenario {
  void run(Cluster cluster) throws Exception;
}
