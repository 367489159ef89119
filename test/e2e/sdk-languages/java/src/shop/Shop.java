package shop;

import io.sentry.Attachment;
import io.sentry.Breadcrumb;
import io.sentry.CheckIn;
import io.sentry.CheckInStatus;
import io.sentry.ISpan;
import io.sentry.ITransaction;
import io.sentry.Sentry;
import io.sentry.SentryEvent;
import io.sentry.SentryLevel;
import io.sentry.SpanStatus;
import io.sentry.TransactionContext;
import io.sentry.TransactionOptions;
import io.sentry.protocol.SentryId;
import io.sentry.protocol.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Raises known things with io.sentry:sentry and prints what it raised as one line of JSON. */
public final class Shop {
  static final class CardDeclined extends RuntimeException {
    CardDeclined(int order, Throwable cause) {
      super("card declined for order " + order, cause);
    }
  }

  static final class StockLost extends RuntimeException {
    StockLost() {
      super("no stock at shelf 12");
    }
  }

  private static final Map<String, String> ids = new ConcurrentHashMap<>();
  private static final String file = "order 1\nthree books";

  static void askBank() throws IOException {
    throw new IOException("connection refused");
  }

  static void chargeCard(int order) {
    try {
      askBank();
    } catch (IOException cause) {
      throw new CardDeclined(order, cause);
    }
  }

  static void checkOut(int order) {
    try {
      chargeCard(order);
    } catch (CardDeclined declined) {
      Sentry.captureException(declined);
    }
  }

  static void countStock() {
    throw new StockLost();
  }

  private static SentryEvent noteId(SentryEvent event) {
    var raised = event.getThrowable();
    var name = raised == null ? event.getMessage().getFormatted() : raised.getMessage();
    ids.put(name, event.getEventId().toString());
    return event;
  }

  public static void main(String[] args) throws Exception {
    Sentry.init(
        options -> {
          options.setDsn(System.getenv("SENTRY_DSN"));
          options.setRelease("shop@1.4.0");
          options.setEnvironment("staging");
          options.setServerName("shop");
          options.setTracesSampleRate(1.0);
          options.getLogs().setEnabled(true);
          options.addInAppInclude("shop");
          options.setBeforeSend((event, hint) -> noteId(event));
        });
    var user = new User();
    user.setId("u-17");
    user.setEmail("ada@example.com");
    Sentry.configureScope(
        scope -> {
          scope.setTag("region", "eu-west");
          scope.setUser(user);
          scope.addAttachment(new Attachment(file.getBytes(StandardCharsets.UTF_8), "order.txt"));
        });
    for (var message : List.of("opened the cart", "went to pay")) {
      var breadcrumb = new Breadcrumb(message);
      breadcrumb.setCategory("cart");
      Sentry.addBreadcrumb(breadcrumb);
    }

    TransactionContext context = Sentry.continueTrace(System.getenv("SENTRY_TRACE"), List.of());
    context.setName("POST /checkout");
    context.setOperation("http.server");
    var options = new TransactionOptions();
    options.setBindToScope(true);
    ITransaction transaction = Sentry.startTransaction(context, options);
    ISpan orders = transaction.startChild("db", "SELECT orders");
    Thread.sleep(10);
    orders.finish(SpanStatus.OK);
    ISpan charge = transaction.startChild("payment", "charge card");
    checkOut(1);
    checkOut(2);
    charge.finish(SpanStatus.OK);
    var outgoing = transaction.toSentryTrace().getValue();
    transaction.finish(SpanStatus.OK);
    Sentry.captureMessage("disk almost full", SentryLevel.WARNING);
    Sentry.logger().info("order 1 placed");
    var checkIn = new CheckIn("nightly-billing", CheckInStatus.OK);
    checkIn.setDuration(12.5);
    SentryId checkInId = Sentry.captureCheckIn(checkIn);
    var crash = new Thread(Shop::countStock);
    crash.start();
    crash.join();
    Sentry.close();

    var at = transaction.getSpanContext();
    System.out.println(
        """
        {"sdk": "sentry.java", "errors": [%s, %s, %s], "breadcrumbs": 2,
         "attachment": {"name": "order.txt", "content": "%s"},
         "message": {"id": "%s", "text": "disk almost full"},
         "transaction": {"trace_id": "%s", "span_id": "%s", "parent_span_id": "%s",
                         "children": ["SELECT orders", "charge card"]},
         "outgoing": "%s", "check_in": "%s", "logs": ["order 1 placed"]}"""
            .formatted(
                declined(1),
                declined(2),
                error("no stock at shelf 12", "\"Shop$StockLost\"", "countStock", "false"),
                file.replace("\n", "\\n"),
                ids.get("disk almost full"),
                at.getTraceId(),
                at.getSpanId(),
                at.getParentSpanId(),
                outgoing,
                checkInId)
            .replace("\n", " "));
  }

  private static String declined(int order) {
    // Of captured exceptions this SDK does not say who caught them, and it names the transaction as the culprit.
    var chain = "\"Shop$CardDeclined\", \"IOException\"";
    return error("card declined for order " + order, chain, "chargeCard", "null, \"culprit\": \"POST /checkout\"");
  }

  private static String error(String value, String chain, String function, String handled) {
    return """
        {"id": "%s", "type": %s, "value": "%s", "chain": [%s], "in": "%s", "handled": %s}"""
        .formatted(ids.get(value), chain.split(",")[0], value, chain, function, handled);
  }
}
