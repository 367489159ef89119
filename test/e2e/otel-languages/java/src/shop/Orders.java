package shop;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;

/**
 * Sends spans, log records and measurements by the agent of OpenTelemetry, and prints what it sent as JSON. The agent adds
 * spans of its own for each request over HTTP: one of the client, and one of the server below it.
 */
public final class Orders {
  private static final int TRACES = 20;
  private static final int REQUESTS = 5;
  private static final Logger LOGGER = Logger.getLogger("shop");
  private static final List<String> SENT = new ArrayList<>();

  public static void main(String[] arguments) throws Exception {
    Tracer tracer = GlobalOpenTelemetry.getTracer("shop", "2.0.0");
    LongCounter orders = GlobalOpenTelemetry.getMeter("shop").counterBuilder("orders").build();
    DoubleHistogram duration = GlobalOpenTelemetry.getMeter("shop").histogramBuilder("duration").build();
    for (int index = 0; index < TRACES; index++) {
      Instant start = Instant.now();
      Span root = tracer.spanBuilder("GET /orders").setSpanKind(SpanKind.SERVER).setStartTimestamp(start).startSpan();
      Context around = Context.current().with(root);
      Span child =
          tracer.spanBuilder("SELECT").setParent(around).setSpanKind(SpanKind.CLIENT).setStartTimestamp(start).startSpan();
      child.setAttribute(AttributeKey.longKey("order"), index);
      try (Scope ignored = around.makeCurrent()) {
        LOGGER.warning("order " + index + ": Größe M");
      }
      end(child, root.getSpanContext().getSpanId(), start, 100 + index);
      end(root, "", start, 1_000 + index * 17L);
      orders.add(1);
      duration.record(0.001 * index);
    }
    List<String> requests = callOwnServer(tracer);
    System.out.println(
        "{\"spans\":[" + String.join(",", SENT) + "],\"logs\":" + TRACES
            + ",\"points\":[\"duration\",\"orders\"],\"requests\":[" + String.join(",", requests) + "]}");
  }

  private static void end(Span span, String parent, Instant start, long us) {
    span.end(start.plusNanos(us * 1_000));
    SENT.add(
        String.format(
            "{\"trace_id\":\"%s\",\"span_id\":\"%s\",\"parent_span_id\":\"%s\",\"duration_us\":%d}",
            span.getSpanContext().getTraceId(), span.getSpanContext().getSpanId(), parent, us));
  }

  /** @return the ids of the traces, in quotes. */
  private static List<String> callOwnServer(Tracer tracer) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/stock", exchange -> {
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    server.start();
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/stock");
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    List<String> traces = new ArrayList<>();
    for (int index = 0; index < REQUESTS; index++) {
      Instant start = Instant.now();
      Span root = tracer.spanBuilder("check stock").setStartTimestamp(start).startSpan();
      try (Scope ignored = root.makeCurrent()) {
        client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
      }
      end(root, "", start, 2_000_000 + index);
      traces.add("\"" + root.getSpanContext().getTraceId() + "\"");
    }
    server.stop(0);
    return traces;
  }
}
