package test.fakecluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs of a test's own function, each with a fault, by the lines of `fakecluster ctl sweep
 * --lines`.
 */
final class Sweep {
  /** A line: a run to begin, the word to end it, or the report. */
  private record Line(int run, String url, String kubeconfig, boolean cancel, Report report) {}

  private final Cluster cluster;
  private final Scenario scenario;
  private final Writer answers;
  private Thread running = new Thread();

  private Sweep(Cluster cluster, Scenario scenario, Writer answers) {
    this.cluster = cluster;
    this.scenario = scenario;
    this.answers = answers;
  }

  /** Starts the command, and runs the scenario for each fork that it prints. */
  static Report run(Cluster cluster, Scenario scenario, String called, List<String> flags) {
    List<String> words = new ArrayList<>(Server.command(System.getenv()));
    words.addAll(List.of("ctl", called, "--lines", "--server", cluster.url()));
    words.addAll(flags);
    if (cluster.url().startsWith("https:")) {
      words.add("--insecure");
    }
    try {
      Path errors = Files.createTempFile("fakecluster-", ".log");
      try {
        ProcessBuilder program = new ProcessBuilder(words).redirectError(errors.toFile());
        if (cluster.access().token() != null) {
          program.environment().put("FAKECLUSTER_TOKEN", cluster.access().token());
        }
        Report report = follow(program.start(), cluster, scenario);
        if (report == null) {
          throw new IllegalStateException(
              "the sweep could not run:\n" + Files.readString(errors).strip());
        }
        return report;
      } finally {
        Files.delete(errors);
      }
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private static Report follow(Process process, Cluster cluster, Scenario scenario)
      throws IOException {
    try (BufferedReader lines = process.inputReader();
        Writer answers = process.outputWriter()) {
      Report report = new Sweep(cluster, scenario, answers).answer(lines);
      if (report == null) {
        process.waitFor();
      }
      return report;
    } catch (InterruptedException interrupted) {
      throw new CancelledException("cancelled while a sweep ran");
    } finally {
      process.destroy();
    }
  }

  /**
   * Runs the scenario for each line that begins a run, and returns the report; null if there is
   * none.
   */
  private Report answer(BufferedReader lines) throws IOException {
    for (String text = lines.readLine(); text != null; text = lines.readLine()) {
      Line line = Asker.JSON.readValue(text, Line.class);
      if (line.report != null) {
        return line.report;
      }
      running.interrupt();
      if (!line.cancel) {
        running = new Thread(() -> play(line), "fakecluster-run-" + line.run);
        running.setDaemon(true);
        running.start();
      }
    }
    return null;
  }

  /** Runs the scenario on a fork, and answers how that went. */
  private void play(Line line) {
    ObjectNode answer = Asker.JSON.createObjectNode();
    try (Cluster fork =
        new Cluster(new Server.Access(line.url, cluster.access().token()), line.kubeconfig)) {
      scenario.run(fork);
    } catch (Throwable failure) {
      answer.put("error", said(failure));
    }
    try {
      answers.write(answer + "\n");
      answers.flush();
    } catch (IOException ended) {
      // The command has ended, and says why itself.
    }
  }

  /** Returns what failed, in a line. */
  private static String said(Throwable failure) {
    return failure.toString().strip().lines().findFirst().orElse("failed");
  }
}
