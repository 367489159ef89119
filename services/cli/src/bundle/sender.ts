import { setTimeout as delay } from 'node:timers/promises'
import { ApiConnectionError, ApiError, type ApiClient } from '@signalbox/api-client'
import { ingestMetrics, ingestSpans, type MetricItem, type SpanItem } from '@signalbox/contracts'
import type { OtlpRequest } from './to-otlp.js'

/** Sends telemetry to an installation and honors its Retry-After. */
export interface Sender {
  spans(spans: SpanItem[]): Promise<void>
  samples(metrics: MetricItem[]): Promise<void>
  envelope(dsn: string, body: string): Promise<void>
  /** @param dsn DSN of its project; undefined for none. */
  otlp(request: OtlpRequest, dsn: string | undefined): Promise<void>
}

export interface SenderOptions {
  api: ApiClient
  apiKey: string
  /** Base URL of the installation; DSNs may contain one that is not reachable from here. */
  baseUrl: string
  /** Milliseconds; for tests. */
  wait?: (ms: number) => Promise<unknown>
}

const triesMax = 40
const pauseMs = 5_000

export function createSender({ api, apiKey, baseUrl, wait = delay }: SenderOptions): Sender {
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
    envelope: (dsn, body) => patiently(() => post(baseUrl, toEnvelopePost(dsn, body))),
    otlp: (request, dsn) => patiently(() => post(baseUrl, toOtlpPost(request, dsn, apiKey))),
  }
}

/** Too many requests, or storage is temporarily unavailable. */
function isBusy(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.status === 503)
}

interface Post {
  path: string
  headers: Readonly<Record<string, string>>
  body: string
}

function toEnvelopePost(dsn: string, body: string): Post {
  const { username, pathname } = new URL(dsn)
  const path = `/api${pathname}/envelope/?sentry_key=${username}&sentry_version=7`
  return { path, headers: { 'content-type': 'application/x-sentry-envelope' }, body }
}

function toOtlpPost({ signal, body }: OtlpRequest, dsn: string | undefined, apiKey: string): Post {
  const type = { 'content-type': 'application/json' }
  if (dsn === undefined) return { path: `/v1/${signal}`, headers: { ...type, authorization: `Bearer ${apiKey}` }, body }
  const { username, pathname } = new URL(dsn)
  const headers = { ...type, 'x-sentry-auth': `sentry sentry_key=${username}` }
  return { path: `/api${pathname}/integration/otlp/v1/${signal}`, headers, body }
}

async function post(baseUrl: string, { path, headers, body }: Post): Promise<void> {
  const url = `${baseUrl.replace(/\/+$/, '')}${path}`
  const signal = AbortSignal.timeout(30_000)
  let answer: { isTaken: boolean; status: number; text: string }
  try {
    const res = await fetch(url, { method: 'POST', headers, body, signal })
    answer = { isTaken: res.ok, status: res.status, text: await res.text() }
  } catch (cause) {
    throw new ApiConnectionError(`Cannot reach ${baseUrl}: the request failed`, { cause })
  }
  if (!answer.isTaken)
    throw new ApiError(answer.status, `${path.replace(/\?.*$/, '')} rejected the request: ${answer.text.slice(0, 200)}`)
}
