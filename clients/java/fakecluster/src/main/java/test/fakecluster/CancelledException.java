package test.fakecluster;

/** A thread was interrupted while it waited, such as because the run of a sweep took too long. */
public final class CancelledException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CancelledException(String message) {
    super(message);
    Thread.currentThread().interrupt();
  }
}
