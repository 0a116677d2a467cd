package test.fakecluster;

import java.time.Duration;
import java.util.List;

/** What a sweep may be told. */
public final class SweepOptions {
  private Duration within;

  /** Sets how long a run may take in real time (default one minute). */
  public SweepOptions within(Duration limit) {
    within = limit;
    return this;
  }

  List<String> words() {
    return within == null ? List.of() : List.of("--within", Cluster.written(within));
  }
}
