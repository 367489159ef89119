import { limits } from '@signalbox/contracts'
import {
  discardBeforeClose,
  discardRest,
  labelRoute,
  MemoryBudget,
  MemoryLease,
  clientAddressOf,
  type HotRoute,
  type ProxyTrust,
} from '@signalbox/service-kit'
import { createProblemErrorFormat, createSentryErrorFormat, type ErrorFormat } from './error-formats.js'
import type { IngestDependencies } from './dependencies.js'
import { Intake } from './intake/intake.js'
import { createAttachmentsReceiver } from './receivers/attachments/receive-attachments.js'
import { createBatchReceiver } from './receivers/batch/receive-batch.js'
import { createCheckInReceiver } from './receivers/check-in/receive-check-in.js'
import { createEnvelopeReceiver } from './receivers/envelope/receive-envelope.js'
import { createMetricBatch } from './receivers/metrics/metric-batch.js'
import { createMinidumpReceiver } from './receivers/minidump/receive-minidump.js'
import { createNelReceiver, createSecurityReceiver } from './receivers/security/receive-security.js'
import { createOtlpErrorFormat } from './receivers/otlp/otlp-format.js'
import { createOtlpReceiver } from './receivers/otlp/receive-otlp.js'
import { otlpSignalRules, type SignalRules } from './receivers/otlp/signals.js'
import { createSpanBatch } from './receivers/spans/span-batch.js'
import { createPixelReceiver, createStoreReceiver } from './receivers/store/receive-store.js'
import { createRemoteWriteReceiver } from './receivers/remote-write/receive-remote-write.js'
import type { IngestMetrics, RefusalReason } from './ingest-metrics.js'
import { refusalReasonOf } from './refusal-reason.js'
import { RefusedItems } from './refused-items/refused-items.js'
import type { Exchange, Receiver } from './requests/exchange.js'
import { createInflatingThread, type InflatingThread } from './requests/inflating-thread.js'
import { RequestAborted } from './requests/read-body.js'
import { RefusalPace } from './requests/refusal-pace.js'
import { FairScheduler } from './requests/fair-scheduler.js'
import { DurableWriteSlot, DurableWriteLimiter } from './requests/durable-write-limiter.js'
import { createRouteTable, type RouteTable } from './routing/route-table.js'
import type { ReceiverPath } from './routing/receiver-paths.js'
import { sendPreflight } from './sentry/responses.js'
import type { IncomingMessage } from 'node:http'

export interface Ingest {
  hotRoute: HotRoute
  /** Flushes pending counts. Waiting for requests in flight is up to the HTTP server. */
  close(): Promise<void>
}

interface Route {
  methods: Readonly<Record<string, Receiver>>
  form: ErrorFormat
}

/** Serves telemetry on bare node:http: a web framework would halve the throughput. */
export function createIngest(dependencies: IngestDependencies): Ingest {
  const { clock, config } = dependencies
  const refusedItems = new RefusedItems(dependencies)
  const intake = new Intake({ ...dependencies, refusedItems })
  const ours = { ...dependencies, refusedItems, intake }
  const sentry = createSentryErrorFormat(dependencies)
  const problem = createProblemErrorFormat(dependencies)
  const retention = config.retentionDays

  const served = (methods: Route['methods']): Route => {
    return { methods: { ...methods, OPTIONS: receivePreflight }, form: sentry }
  }
  const envelope = served({ POST: createEnvelopeReceiver(ours) })
  const store = served({ POST: createStoreReceiver(ours), GET: createPixelReceiver(ours) })
  const security = served({ POST: createSecurityReceiver(ours) })
  const receiveCheckIn = createCheckInReceiver(ours)
  const checkIn = served({ GET: receiveCheckIn, POST: receiveCheckIn })
  const metricBatch = createMetricBatch({ clock, retentionDays: retention.metrics })
  const metrics: Route = { methods: { POST: createBatchReceiver(ours, metricBatch) }, form: problem }
  const spanBatch = createSpanBatch({ clock, retentionDays: retention.spans })
  const spans: Route = { methods: { POST: createBatchReceiver(ours, spanBatch) }, form: problem }
  const otlpForm = createOtlpErrorFormat(dependencies)
  const otlp = (rules: SignalRules): Route => {
    return { methods: { POST: createOtlpReceiver(ours, rules), OPTIONS: receivePreflight }, form: otlpForm }
  }
  const traces = otlp(otlpSignalRules.traces)
  const dataPoints = otlp(otlpSignalRules.metrics)
  const logs = otlp(otlpSignalRules.logs)

  const receivers: Readonly<Record<ReceiverPath, Route>> = {
    '/api/:project/envelope/': envelope,
    '/api/envelope/': envelope,
    '/api/:project/store/': store,
    '/api/store/': store,
    '/api/:project/security/': security,
    '/api/:project/csp-report/': security,
    '/api/:project/nel/': served({ POST: createNelReceiver(ours) }),
    '/api/:project/cron/:slug/': checkIn,
    '/api/:project/cron/:slug/:key/': checkIn,
    '/cron/:slug/:key/': checkIn,
    '/api/:project/minidump/': served({ POST: createMinidumpReceiver(ours) }),
    '/api/:project/events/:eventId/attachments/': served({ POST: createAttachmentsReceiver(ours) }),
    '/api/v1/write': { methods: { POST: createRemoteWriteReceiver(ours) }, form: otlpForm },
    '/v1/traces': traces,
    '/v1/metrics': dataPoints,
    '/v1/logs': logs,
    '/api/:project/integration/otlp/v1/traces': traces,
    '/api/:project/integration/otlp/v1/metrics': dataPoints,
    '/api/:project/integration/otlp/v1/logs': logs,
    '/api/v1/telemetry/metrics/': metrics,
    '/api/v1/telemetry/spans/': spans,
  }
  const inflating = createInflatingThread()
  return {
    hotRoute: createHotRoute(createRouteTable(receivers), { ...dependencies, inflating }),
    close: async () => {
      await Promise.all([refusedItems.close(), inflating.close()])
    },
  }
}

const receivePreflight: Receiver = ({ res }) => {
  sendPreflight(res)
  return Promise.resolve()
}

function createHotRoute(
  findRoute: RouteTable<Route>,
  {
    metrics,
    config: { isTrustedProxy },
    inflating,
  }: Pick<IngestDependencies, 'metrics' | 'config'> & { inflating: InflatingThread },
): HotRoute {
  const { inFlightBytesMax: bytesMax, inFlightShareBytesMax: shareBytesMax } = limits.body
  const budget = new MemoryBudget({ bytesMax, shareBytesMax })
  const scheduler = new FairScheduler()
  const durableWrites = new DurableWriteLimiter()
  const refusals = new RefusalPace()
  return (req, res) => {
    const url = req.url ?? ''
    const queryStart = url.indexOf('?')
    const match = findRoute(queryStart === -1 ? url : url.slice(0, queryStart))
    if (match === undefined) return false
    labelRoute(req, match.label)
    const query = queryStart === -1 ? '' : url.slice(queryStart + 1)
    const { target, parameters } = match
    const clientIp = readClientIp(req, isTrustedProxy)
    const memory = new MemoryLease(budget, clientIp)
    const writeSlot = new DurableWriteSlot(durableWrites)
    const exchange = { req, res, parameters, query, clientIp, memory, scheduler, writeSlot, inflating }
    void serve(target, exchange, { metrics, refusals })
    return true
  }
}

interface RefusalHandling {
  metrics: IngestMetrics
  refusals: RefusalPace
}

/** Never rejects. */
async function serve(route: Route, exchange: Exchange, { metrics, refusals }: RefusalHandling): Promise<void> {
  const { methods, form } = route
  const { req, res, memory, writeSlot } = exchange
  const receive = methods[req.method ?? '']
  try {
    if (receive !== undefined) await receive(exchange)
    else await refuseMethod(route, exchange)
  } catch (error) {
    memory.close()
    if (error instanceof RequestAborted || res.headersSent) return
    const reason = refusalReasonOf(error)
    metrics.countRefused(reason)
    await discardBeforeClose(req)
    if (!ownFaults.has(reason)) await refusals.wait(exchange.clientIp ?? '', res)
    form.refuse(exchange, error)
  } finally {
    memory.close()
    writeSlot.end()
    discardRest(req)
  }
}

/** Refusals that aren't the sender's fault. */
const ownFaults: ReadonlySet<RefusalReason> = new Set(['log_full', 'unavailable', 'internal'])

async function refuseMethod({ methods, form }: Route, exchange: Exchange): Promise<void> {
  await discardBeforeClose(exchange.req)
  form.refuseMethod(exchange, Object.keys(methods).join(', '))
}

const addressLengthMax = 64

/** Address of the sender. @returns undefined if the connection is closed. */
function readClientIp(req: IncomingMessage, isTrustedProxy: ProxyTrust): string | undefined {
  return clientAddressOf(req, isTrustedProxy)?.slice(0, addressLengthMax)
}
