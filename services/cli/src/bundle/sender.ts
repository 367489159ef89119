import { setTimeout as delay } from 'node:timers/promises'
import { ApiConnectionError, ApiError, type ApiClient } from '@signalbox/api-client'
import { ingestMetrics, ingestSpans, type MetricItem, type SpanItem } from '@signalbox/contracts'

/** Sends telemetry to an installation, waiting where it asks to. */
export interface Sender {
  spans(spans: SpanItem[]): Promise<void>
  samples(metrics: MetricItem[]): Promise<void>
  envelope(dsn: string, body: string): Promise<void>
}

export interface SenderOptions {
  api: ApiClient
  /** Address of the installation; DSNs may name another that is not reachable from here. */
  baseUrl: string
  /** Milliseconds; for tests. */
  wait?: (ms: number) => Promise<unknown>
}

const triesMax = 40
const pauseMs = 5_000

export function createSender({ api, baseUrl, wait = delay }: SenderOptions): Sender {
  const patiently = async (send: () => Promise<unknown>) => {
    for (let tries = 1; ; tries++) {
      try {
        await send()
        return
      } catch (error) {
        if (!isBusy(error) || tries >= triesMax) throw error
        await wait(pauseMs)
      }
    }
  }
  return {
    spans: (spans) => patiently(() => api.call(ingestSpans, { body: { spans } })),
    samples: (metrics) => patiently(() => api.call(ingestMetrics, { body: { metrics } })),
    envelope: (dsn, body) => patiently(() => postEnvelope(baseUrl, dsn, body)),
  }
}

/** Too many requests, or nothing can be kept just now. */
function isBusy(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.status === 503)
}

async function postEnvelope(baseUrl: string, dsn: string, body: string): Promise<void> {
  const { username, pathname } = new URL(dsn)
  const url = `${baseUrl.replace(/\/+$/, '')}/api${pathname}/envelope/?sentry_key=${username}&sentry_version=7`
  const headers = { 'content-type': 'application/x-sentry-envelope' }
  const signal = AbortSignal.timeout(30_000)
  let answer: { isTaken: boolean; status: number; text: string }
  try {
    const res = await fetch(url, { method: 'POST', headers, body, signal })
    answer = { isTaken: res.ok, status: res.status, text: await res.text() }
  } catch (cause) {
    throw new ApiConnectionError(`Cannot reach ${baseUrl}: the request failed`, { cause })
  }
  if (!answer.isTaken) throw new ApiError(answer.status, `An envelope was refused: ${answer.text.slice(0, 200)}`)
}
