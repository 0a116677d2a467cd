package test.fakecluster;

import com.fasterxml.jackson.databind.JsonNode;

/** A request that the cluster was sent, as the journal tells of it. What does not apply is null. */
public record Request(
    int sequence,
    String time,
    String method,
    String path,
    String user,
    String userAgent,
    String manager,
    String verb,
    String apiVersion,
    String kind,
    String namespace,
    String name,
    String subresource,
    int code,
    String reason,
    JsonNode body) {
  @Override
  public String toString() {
    String answer = reason == null ? String.valueOf(code) : code + " " + reason;
    return "#%d %s: %s %s: %s".formatted(sequence, userAgent, method, path, answer);
  }
}
