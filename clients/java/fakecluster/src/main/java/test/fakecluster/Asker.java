package test.fakecluster;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** How control is asked over HTTP. */
abstract class Asker {
  /** Lists that are left out are empty. */
  static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .withConfigOverride(
              List.class,
              list -> list.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  private final String address;
  private final String token;
  private final HttpClient http;

  Asker(String address, String token) {
    this.address = address;
    this.token = token;
    this.http = clientFor(URI.create(address));
  }

  Request request(String method, String path) {
    return new Request(method, path);
  }

  /** A request that is put together; what is null is left out of it. */
  final class Request {
    private final String method;
    private final Map<String, String> query = new LinkedHashMap<>();
    private String path;
    private Map<String, Object> body;
    private String text;

    private Request(String method, String path) {
      this.method = method;
      this.path = path;
    }

    Request path(String name, Object value) {
      path = path.replace("{" + name + "}", encoded(value));
      return this;
    }

    Request query(String name, Object value) {
      if (value != null) {
        query.put(name, encoded(value instanceof List<?> list ? joined(list) : value));
      }
      return this;
    }

    Request body(String name, Object value) {
      body = body == null ? new LinkedHashMap<>() : body;
      if (value != null) {
        body.put(name, value);
      }
      return this;
    }

    Request text(String said) {
      text = said;
      return this;
    }

    void send() {
      text();
    }

    <T> T value(Class<T> type) {
      try {
        return JSON.readValue(text(), type);
      } catch (JsonProcessingException notJson) {
        throw new UncheckedIOException(notJson);
      }
    }

    <T> List<T> items(Class<T> type) {
      JsonNode items = value(JsonNode.class).path("items");
      return JSON.convertValue(
          items, JSON.getTypeFactory().constructCollectionType(List.class, type));
    }

    String text() {
      try {
        HttpResponse<String> reply = http.send(built(), BodyHandlers.ofString());
        if (reply.statusCode() >= 300) {
          throw RefusedException.of(reply.statusCode(), reply.body());
        }
        return reply.body();
      } catch (IOException problem) {
        throw new UncheckedIOException(problem);
      } catch (InterruptedException interrupted) {
        throw new CancelledException(
            "cancelled while " + method + " " + path + " waited for its reply");
      }
    }

    private HttpRequest built() throws JsonProcessingException {
      StringBuilder asked = new StringBuilder(address).append(path);
      query.forEach(
          (name, value) ->
              asked
                  .append(asked.indexOf("?") < 0 ? '?' : '&')
                  .append(name)
                  .append('=')
                  .append(value));
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(asked.toString()));
      if (token != null) {
        request.header("Authorization", "Bearer " + token);
      }
      if (text != null) {
        request
            .header("Content-Type", "application/yaml")
            .method(method, BodyPublishers.ofString(text));
      } else if (body != null) {
        String said = JSON.writeValueAsString(body);
        request
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(said));
      } else {
        request.method(method, BodyPublishers.noBody());
      }
      return request.build();
    }
  }

  private static String joined(List<?> list) {
    return String.join(",", list.stream().map(String::valueOf).toList());
  }

  private static String encoded(Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Returns an HTTP client that takes any certificate of a server on this machine, and asks it
   * without a proxy.
   */
  private static HttpClient clientFor(URI address) {
    HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    if (isHere(address.getHost())) {
      client.proxy(HttpClient.Builder.NO_PROXY);
      if ("https".equals(address.getScheme())) {
        client.sslContext(trusting());
      }
    }
    return client.build();
  }

  private static boolean isHere(String host) {
    if (host == null || !host.matches("localhost|[0-9.]+|\\[.*]")) {
      return false;
    }
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException none) {
      return false;
    }
  }

  private static SSLContext trusting() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyCertificate()}, null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** An extended one also decides about the host name. */
  private static final class AnyCertificate extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
