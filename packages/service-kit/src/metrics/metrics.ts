import type { RateLimitClass } from '@signalbox/contracts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { readPackageVersion } from '../config/package-version.js'
import { measureEventLoopLag, type EventLoopLag } from './event-loop-lag.js'

type Labels = Readonly<Record<string, string>>

/** One completed request. */
export interface HttpObservation {
  method: string
  /** Route pattern, never the path. */
  route: string
  status: number
  seconds: number
  /** As declared in Content-Length; 0 if missing. */
  bodyBytes: number
}

/** The metrics registry of a process. Each name can be created only once. */
export interface Metrics {
  registry: Registry
  http: { started(): void; ended(observation: HttpObservation): void }
  counter(name: string, help: string, labelNames: readonly string[]): { inc(labels: Labels, value: number): void }
  gauge(name: string, help: string, labelNames: readonly string[]): { set(labels: Labels, value: number): void }
  /** A gauge that is read at every scrape. @param read Rejects if there is currently no value. */
  measured(name: string, help: string, read: () => Promise<number>): void
  /** @param buckets Upper bounds in the unit of the name. Default: bounds for request durations in seconds. */
  histogram(
    name: string,
    help: string,
    labelNames: readonly string[],
    buckets?: readonly number[],
  ): { observe(labels: Labels, value: number): void }
  /** Counts a request that its rate limit refused. */
  rateLimited(kind: string): void
}

/** OpenTelemetry's buckets for HTTP durations. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const bytesBuckets = [1, 16, 64, 256, 1_024, 4_096, 16_384, 102_400].map((kibibytes) => kibibytes * 1_024)

/** The library's own monitor of the event loop cannot be turned off, only slowed down. Milliseconds. */
const never = 2 ** 31 - 1

/** Creates a registry with process and HTTP metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: never })
  const eventLoop = measureEventLoopLag(registry)
  const registers = [registry]
  const rateLimited = new Counter({
    name: 'signalbox_rate_limited_total',
    help: 'Requests rejected by a rate limit',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of ['query', 'ingest'] satisfies RateLimitClass[]) rateLimited.inc({ kind }, 0)
  showBuild(registry)
  return {
    registry,
    http: createHttpMetrics(registry, eventLoop),
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames: [...labelNames], registers }),
    gauge: (name, help, labelNames) => new Gauge({ name, help, labelNames: [...labelNames], registers }),
    measured: (name, help, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        collect: async () => {
          gauge.set(await read().catch(() => Number.NaN))
        },
      })
    },
    histogram: (name, help, labelNames, buckets = secondsBuckets) =>
      new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers }),
    rateLimited: (kind) => {
      rateLimited.inc({ kind })
    },
  }
}

/** Exports the running version as a label of a metric that is always 1. */
function showBuild(registry: Registry): void {
  const here: string | undefined = import.meta.url
  const version = readPackageVersion(here)
  new Gauge({
    name: 'signalbox_build_info',
    help: 'Version of the process',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
}

function createHttpMetrics(registry: Registry, eventLoop: EventLoopLag): Metrics['http'] {
  const registers = [registry]
  const requests = new Counter({
    name: 'signalbox_http_requests_total',
    help: 'Requests completed',
    labelNames: ['method', 'route', 'status_code'],
    registers,
  })
  const duration = new Histogram({
    name: 'signalbox_http_request_duration_seconds',
    help: 'Time from request headers to the end of the response',
    labelNames: ['method', 'route'],
    buckets: secondsBuckets,
    registers,
  })
  const body = new Histogram({
    name: 'signalbox_http_request_body_bytes',
    help: 'Declared size of request bodies',
    labelNames: ['route'],
    buckets: bytesBuckets,
    registers,
  })
  const inProgress = new Gauge({
    name: 'signalbox_http_requests_in_progress',
    help: 'Requests in flight',
    registers,
  })
  return {
    started: () => {
      eventLoop.noteWork()
      inProgress.inc()
    },
    ended: ({ method, route, status, seconds, bodyBytes }) => {
      inProgress.dec()
      requests.inc({ method, route, status_code: status })
      duration.observe({ method, route }, seconds)
      if (bodyBytes > 0) body.observe({ route }, bodyBytes)
    },
  }
}
