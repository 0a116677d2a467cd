package test.fakecluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What an exploration may be told. */
public final class ExploreOptions {
  private final List<String> words = new ArrayList<>();

  /** Sets how long a run may take in real time (default one minute). */
  public ExploreOptions within(Duration limit) {
    return with("--within", Cluster.written(limit));
  }

  /** Sets what decides which faults are tried together (default 1). */
  public ExploreOptions seed(int seed) {
    return with("--seed", String.valueOf(seed));
  }

  /** Sets how many combinations to try (default 100). */
  public ExploreOptions runs(int runs) {
    return with("--runs", String.valueOf(runs));
  }

  /** Sets how many faults one run has at most (default 4). */
  public ExploreOptions most(int most) {
    return with("--most", String.valueOf(most));
  }

  private ExploreOptions with(String flag, String value) {
    words.addAll(List.of(flag, value));
    return this;
  }

  List<String> words() {
    return words;
  }
}
