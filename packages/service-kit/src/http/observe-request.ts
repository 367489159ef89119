import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from '../metrics/metrics.js'
import type { Log } from '../logging/log.js'
import { requestIdOf } from './request-id.js'
import { routeLabelOf } from './route-label.js'

const arrivals = new WeakMap<IncomingMessage, number>()

/** Notes when a request arrived, so that its duration includes the time until it was served. */
export function recordArrival(req: IncomingMessage): void {
  arrivals.set(req, performance.now())
}

/** Counts and times a request until its response is sent or its connection is lost. Call once per request. */
export function observeRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { metrics, log }: { metrics: Metrics; log?: Pick<Log, 'debug'> },
): void {
  const startedAt = arrivals.get(req) ?? performance.now()
  metrics.http.started()
  res.once('close', () => {
    const seconds = (performance.now() - startedAt) / 1_000
    // 499 is what proxies log for clients that hang up before the response.
    const status = res.writableFinished ? res.statusCode : 499
    const bodyBytes = Number(req.headers['content-length'] ?? 0)
    const observation = { method: req.method ?? '', route: routeLabelOf(req), status, seconds, bodyBytes }
    metrics.http.ended(observation)
    log?.debug({ ...observation, requestId: requestIdOf(res) }, 'request completed')
  })
}
