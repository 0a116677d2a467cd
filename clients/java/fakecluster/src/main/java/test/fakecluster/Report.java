package test.fakecluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What came of a sweep.
 *
 * @param unfired the faults that never came about, as no such request was sent again
 * @param text tells of all findings, one a line
 */
public record Report(
    int runs, List<Request> requests, List<JsonNode> findings, List<String> unfired, String text) {
  /** Fails with what was found. */
  public void expectNone() {
    if (!findings.isEmpty()) {
      throw new AssertionError(
          "%d findings in %d runs:\n%s".formatted(findings.size(), runs, text));
    }
  }
}
