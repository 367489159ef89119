// Sends spans, log records and measurements with the SDK of OpenTelemetry, and prints what it sent as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/log"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

const traces = 20

type sentSpan struct {
	TraceID      string `json:"trace_id"`
	SpanID       string `json:"span_id"`
	ParentSpanID string `json:"parent_span_id"`
	DurationUs   int64  `json:"duration_us"`
}

type statement struct {
	Spans  []sentSpan `json:"spans"`
	Logs   int        `json:"logs"`
	Points []string   `json:"points"`
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	// The first pause of the SDK is five seconds.
	first, most := 50*time.Millisecond, 30*time.Second
	spans := must(otlptracehttp.New(ctx, otlptracehttp.WithRetry(otlptracehttp.RetryConfig{
		Enabled: true, InitialInterval: first, MaxInterval: time.Second, MaxElapsedTime: most})))
	points := must(otlpmetrichttp.New(ctx, otlpmetrichttp.WithRetry(otlpmetrichttp.RetryConfig{
		Enabled: true, InitialInterval: first, MaxInterval: time.Second, MaxElapsedTime: most})))
	records := must(otlploghttp.New(ctx, otlploghttp.WithRetry(otlploghttp.RetryConfig{
		Enabled: true, InitialInterval: first, MaxInterval: time.Second, MaxElapsedTime: most})))
	tracers := sdktrace.NewTracerProvider(sdktrace.WithBatcher(spans))
	meters := metric.NewMeterProvider(metric.WithReader(metric.NewPeriodicReader(points)))
	loggers := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(records)))

	tracer := tracers.Tracer("shop")
	logger := loggers.Logger("shop")
	orders := must(meters.Meter("shop").Int64Counter("orders"))
	duration := must(meters.Meter("shop").Float64Histogram("duration"))

	said := statement{Logs: traces, Points: []string{"duration", "orders"}}
	end := func(span trace.Span, parent string, start time.Time, us int64) {
		span.End(trace.WithTimestamp(start.Add(time.Duration(us) * time.Microsecond)))
		context := span.SpanContext()
		said.Spans = append(said.Spans, sentSpan{context.TraceID().String(), context.SpanID().String(), parent, us})
	}
	for index := range int64(traces) {
		start := time.Now()
		around, root := tracer.Start(ctx, "GET /orders", trace.WithSpanKind(trace.SpanKindServer), trace.WithTimestamp(start))
		_, child := tracer.Start(around, "SELECT", trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(start))
		record := log.Record{}
		record.SetTimestamp(start)
		record.SetSeverity(log.SeverityWarn)
		record.SetBody(attribute.StringValue(fmt.Sprintf("order %d: Größe M", index)))
		logger.Emit(around, record)
		end(child, root.SpanContext().SpanID().String(), start, 100+index)
		end(root, "", start, 1_000+index*17)
		orders.Add(ctx, 1)
		duration.Record(ctx, 0.001*float64(index))
	}
	check(tracers.Shutdown(ctx))
	check(meters.Shutdown(ctx))
	check(loggers.Shutdown(ctx))
	check(json.NewEncoder(os.Stdout).Encode(said))
}
