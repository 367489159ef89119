//! Raises known things with the sentry crate and prints what it raised as one line of JSON.
use sentry::protocol::{Attachment, Event, MonitorCheckIn, MonitorCheckInStatus, SpanStatus, User};
use serde_json::{json, Value};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{env, fmt, io, thread};

#[derive(Debug)]
struct CardDeclined {
    order: u32,
    cause: io::Error,
}

impl fmt::Display for CardDeclined {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "card declined for order {}", self.order)
    }
}

impl std::error::Error for CardDeclined {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

fn ask_bank() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionRefused, "connection refused")
}

#[inline(never)]
fn charge_card(order: u32) {
    let cause = ask_bank();
    sentry::capture_error(&CardDeclined { order, cause });
}

#[inline(never)]
fn count_stock() {
    panic!("no stock at shelf 12");
}

fn main() {
    let ids: Arc<Mutex<HashMap<String, String>>> = Arc::default();
    let noted = ids.clone();
    let note_id = move |event: Event<'static>| -> Option<Event<'static>> {
        let raised = event.exception.values.last().and_then(|raised| raised.value.clone());
        let name = raised.or(event.message.clone()).unwrap_or_default();
        noted.lock().unwrap().insert(name, event.event_id.simple().to_string());
        Some(event)
    };
    let options = sentry::ClientOptions::new()
        .dsn(&env::var("SENTRY_DSN").unwrap())
        .release("shop@1.4.0")
        .environment("staging")
        .server_name("shop")
        .traces_sample_rate(1.0)
        .attach_stacktrace(true)
        .before_send(note_id);
    let _guard = sentry::init(options);
    let file = "order 1\nthree books";
    sentry::configure_scope(|scope| {
        scope.set_tag("region", "eu-west");
        scope.set_user(Some(User {
            id: Some("u-17".into()),
            email: Some("ada@example.com".into()),
            ..Default::default()
        }));
        scope.add_attachment(Attachment {
            buffer: file.as_bytes().to_vec(),
            filename: "order.txt".into(),
            ..Default::default()
        });
    });
    for message in ["opened the cart", "went to pay"] {
        sentry::add_breadcrumb(sentry::Breadcrumb {
            category: Some("cart".into()),
            message: Some(message.into()),
            ..Default::default()
        });
    }

    let incoming = env::var("SENTRY_TRACE").unwrap();
    let headers = [("sentry-trace", incoming.as_str())];
    let context = sentry::TransactionContext::continue_from_headers("POST /checkout", "http.server", headers);
    let transaction = sentry::start_transaction(context);
    let orders = transaction.start_child("db", "SELECT orders");
    thread::sleep(Duration::from_millis(10));
    orders.finish();
    let charge = transaction.start_child("payment", "charge card");
    sentry::configure_scope(|scope| scope.set_span(Some(charge.clone().into())));
    charge_card(1);
    charge_card(2);
    charge.finish();
    sentry::configure_scope(|scope| scope.set_span(None));
    let outgoing = transaction.iter_headers().next().unwrap().1;
    let at = transaction.get_trace_context();
    transaction.set_status(SpanStatus::Ok);
    transaction.finish();
    sentry::capture_message("disk almost full", sentry::Level::Warning);
    sentry::logger_info!("order {} placed", 1);
    let check_in = sentry::types::Uuid::from_u128(0x1234);
    sentry::Hub::current().client().unwrap().send_envelope(sentry::Envelope::from(
        sentry::protocol::EnvelopeItem::MonitorCheckIn(MonitorCheckIn {
            check_in_id: check_in,
            monitor_slug: "nightly-billing".into(),
            status: MonitorCheckInStatus::Ok,
            environment: Some("staging".into()),
            duration: Some(12.5),
            monitor_config: None,
        }),
    ));
    let hub = sentry::Hub::current();
    let _ = thread::spawn(|| sentry::Hub::run(hub, count_stock)).join();
    sentry::Hub::current().client().unwrap().flush(Some(Duration::from_secs(10)));

    let ids = ids.lock().unwrap();
    // Of captured errors this SDK does not say who caught them.
    let raised = |value: &str, types: &[&str], function: &str, handled: Option<bool>| -> Value {
        json!({ "id": ids[value], "type": types[0], "value": value, "chain": types, "in": function, "handled": handled })
    };
    let chain = ["CardDeclined", "Custom"];
    let statement = json!({
        "sdk": "sentry.rust",
        "errors": [
            raised("card declined for order 1", &chain, "charge_card", None),
            raised("card declined for order 2", &chain, "charge_card", None),
            raised("no stock at shelf 12", &["panic"], "count_stock", Some(false)),
        ],
        "breadcrumbs": 2,
        "attachment": { "name": "order.txt", "content": file },
        "message": { "id": ids["disk almost full"], "text": "disk almost full" },
        "transaction": {
            "trace_id": at.trace_id.to_string(), "span_id": at.span_id.to_string(),
            "parent_span_id": at.parent_span_id.map(|id| id.to_string()), "children": ["SELECT orders", "charge card"],
        },
        "outgoing": outgoing,
        "check_in": check_in.simple().to_string(),
        "logs": ["order 1 placed"],
    });
    println!("{statement}");
}
