import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtoLogs } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto'
import { logs, metrics, resources, tracing } from '@opentelemetry/sdk-node'

/** An SDK's connection to an installation: endpoint and header. */
export interface OtelTarget {
  /** Base of the three paths, such as `http://127.0.0.1:9000/v1`. */
  url: string
  headers: Record<string, string>
  serviceName: string
}

const exporters = {
  'http/protobuf': { Traces: ProtoTraces, Metrics: ProtoMetrics, Logs: ProtoLogs },
  'http/json': { Traces: JsonTraces, Metrics: JsonMetrics, Logs: JsonLogs },
}
export type OtelProtocol = keyof typeof exporters

/** The three signals of a real OpenTelemetry SDK. Nothing is registered globally, so several can coexist. */
export function createOtelSdk(protocol: OtelProtocol, { url, headers, serviceName }: OtelTarget) {
  const { Traces, Metrics, Logs } = exporters[protocol]
  const resource = resources.resourceFromAttributes({
    'service.name': serviceName,
    'service.version': '1.4.2',
    'deployment.environment.name': 'staging',
    // As set by the SDK's detectors, which would also inspect the machine.
    'telemetry.sdk.name': 'opentelemetry',
    'telemetry.sdk.language': 'nodejs',
  })
  const target = (signal: string) => ({ url: `${url}/${signal}`, headers })
  const tracers = new tracing.BasicTracerProvider({
    resource,
    spanProcessors: [new tracing.BatchSpanProcessor(new Traces({ ...target('traces') }))],
  })
  const meters = new metrics.MeterProvider({
    resource,
    readers: [new metrics.PeriodicExportingMetricReader({ exporter: new Metrics(target('metrics')) })],
  })
  const loggers = new logs.LoggerProvider({
    resource,
    processors: [new logs.BatchLogRecordProcessor({ exporter: new Logs(target('logs')) })],
  })
  return {
    tracer: tracers.getTracer('shop', '2.0.0'),
    meter: meters.getMeter('shop'),
    logger: loggers.getLogger('shop'),
    /** Flushes and shuts down. */
    shutdown: async () => {
      await Promise.all([tracers.shutdown(), meters.shutdown(), loggers.shutdown()])
    },
  }
}
