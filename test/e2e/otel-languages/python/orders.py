"""Sends spans, log records and measurements with the SDK of OpenTelemetry, and prints what it sent as JSON."""

import json
import time

from opentelemetry import trace
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

TRACES = 20

tracers = TracerProvider()
tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
meters = MeterProvider(metric_readers=[PeriodicExportingMetricReader(OTLPMetricExporter())])
loggers = LoggerProvider()
loggers.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))

tracer = tracers.get_tracer("shop", "2.0.0")
orders = meters.get_meter("shop").create_counter("orders")
duration = meters.get_meter("shop").create_histogram("duration", unit="s")
logger = loggers.get_logger("shop")

sent = []


def end(span, start_ns, duration_us):
    span.end(end_time=start_ns + duration_us * 1000)
    context = span.get_span_context()
    parent = span.parent
    sent.append(
        {
            "trace_id": format(context.trace_id, "032x"),
            "span_id": format(context.span_id, "016x"),
            "parent_span_id": format(parent.span_id, "016x") if parent else "",
            "duration_us": duration_us,
        }
    )


for index in range(TRACES):
    start_ns = time.time_ns()
    root = tracer.start_span("GET /orders", kind=trace.SpanKind.SERVER, start_time=start_ns)
    around = trace.set_span_in_context(root)
    child = tracer.start_span("SELECT", context=around, kind=trace.SpanKind.CLIENT, start_time=start_ns)
    logger.emit(
        LogRecord(
            timestamp=start_ns,
            context=around,
            severity_number=SeverityNumber.WARN,
            body=f"order {index}: Größe M",
            attributes={"order": index},
        )
    )
    end(child, start_ns, 100 + index)
    end(root, start_ns, 1000 + index * 17)
    orders.add(1)
    duration.record(0.001 * index)

for provider in (tracers, meters, loggers):
    provider.shutdown()
print(json.dumps({"spans": sent, "logs": TRACES, "points": ["duration", "orders"]}))
