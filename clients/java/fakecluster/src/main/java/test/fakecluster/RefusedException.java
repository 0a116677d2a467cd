package test.fakecluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

/** The answer of a server that refuses an operation. Its message says how to mend it. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The status of the reply, such as 404. */
  public final int code;

  /** The reason in it, such as NotFound; empty where the reply is no Status. */
  public final String reason;

  private RefusedException(int code, String reason, String message) {
    super("%s (%d %s)".formatted(message, code, reason));
    this.code = code;
    this.reason = reason;
  }

  static RefusedException of(int code, String reply) {
    try {
      JsonNode status = Asker.JSON.readTree(reply);
      return new RefusedException(
          code, status.path("reason").asText(), status.path("message").asText(reply));
    } catch (JsonProcessingException noStatus) {
      return new RefusedException(code, "", reply);
    }
  }
}
