package test.fakecluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The servers that clusters of tests are forks of. */
final class Server {
  private static final String INSTALL =
      """
      fakecluster is not installed. Either
        npm install --global fakecluster      which needs Node.js 20.19 or later, or
        put its executable, which needs no Node.js, on the PATH by the name fakecluster, or
        FAKECLUSTER_BIN=/path/to/fakecluster  where either is elsewhere, or
        FAKECLUSTER_SERVER=http://HOST:PORT   to use a server that runs already\
      """;
  private static final Pattern LISTENS = Pattern.compile("listens on (\\S+)");

  /** Where a server is, and its bearer token, which is null where it has none. */
  record Access(String url, String token) {}

  private static final Map<List<String>, Access> STARTED = new ConcurrentHashMap<>();

  private Server() {}

  /**
   * Returns the server with these flags: that of FAKECLUSTER_SERVER, or one that this process
   * starts at first use.
   */
  static Access with(List<String> flags) {
    String url = System.getenv("FAKECLUSTER_SERVER");
    if (url != null && !url.isEmpty()) {
      return new Access(url.replaceAll("/+$", ""), System.getenv("FAKECLUSTER_TOKEN"));
    }
    return STARTED.computeIfAbsent(flags, Server::start);
  }

  /**
   * Returns the words that run fakecluster: the program FAKECLUSTER_BIN names, that on the PATH, or
   * npx.
   */
  static List<String> command(Map<String, String> env) {
    String chosen = env.getOrDefault("FAKECLUSTER_BIN", "");
    if (!chosen.isEmpty()) {
      return List.of(chosen);
    }
    return onPath("fakecluster", env)
        .map(List::of)
        .or(
            () ->
                onPath("npx", env)
                    .map(npx -> List.of(npx, "--yes", "fakecluster@" + Control.VERSION)))
        .orElseThrow(() -> new IllegalStateException(INSTALL));
  }

  private static Optional<String> onPath(String program, Map<String, String> env) {
    return Pattern.compile(Pattern.quote(System.getProperty("path.separator")))
        .splitAsStream(env.getOrDefault("PATH", ""))
        .flatMap(folder -> Stream.of(program, program + ".cmd").map(name -> Path.of(folder, name)))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .map(Path::toString)
        .findFirst();
  }

  /** Starts a server that ends with this process, as that holds its standard input open. */
  private static Access start(List<String> flags) {
    List<String> words = new ArrayList<>(command(System.getenv()));
    words.addAll(List.of("--port", "0", "--until-stdin-ends"));
    if (!flags.contains("--seed")) {
      // With a seed, each run is the same, and the clock is virtual.
      words.addAll(List.of("--seed", "1"));
    }
    words.addAll(flags);
    try {
      Path errors = Files.createTempFile("fakecluster-", ".log");
      errors.toFile().deleteOnExit();
      Process process = new ProcessBuilder(words).redirectError(errors.toFile()).start();
      BufferedReader lines = process.inputReader();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher found = LISTENS.matcher(line);
        if (found.find()) {
          drain(process);
          return new Access(found.group(1), tokenIn(flags));
        }
      }
      throw new IllegalStateException(
          "%s did not start:%n%s".formatted(String.join(" ", words), Files.readString(errors)));
    } catch (IOException problem) {
      throw new UncheckedIOException("cannot start " + words.get(0) + "\n" + INSTALL, problem);
    }
  }

  private static void drain(Process process) {
    Thread reader =
        new Thread(
            () -> {
              try {
                process.getInputStream().transferTo(OutputStream.nullOutputStream());
              } catch (IOException ended) {
                // There is nothing more to read.
              }
            },
            "fakecluster-output");
    reader.setDaemon(true);
    reader.start();
  }

  private static String tokenIn(List<String> flags) {
    int at = flags.indexOf("--token");
    return at < 0 || at + 1 >= flags.size() ? null : flags.get(at + 1);
  }
}
