import { createHash } from 'node:crypto'
import type { Installation } from '../feed-incident.js'

const minuteMs = 60_000

/** Requests from a gateway to `checkout`, with their failures and duration. */
export interface Traffic {
  failedRatio: number
  durationMs: number
}

/**
 * A small shop with an hour of data: a gateway calls `checkout`, which queries a database. Deterministic for the same
 * times.
 * @param changeAt Start of the second behavior, Unix milliseconds.
 * @returns the number of spans sent.
 */
export async function feedShop(
  { call }: Installation,
  { changeAt, now, before, after }: { changeAt: number; now: number; before: Traffic; after: Traffic },
): Promise<number> {
  const spans = Array.from({ length: 90 }, (_, minute) => now - (90 - minute) * minuteMs).flatMap((at) =>
    Array.from({ length: 20 }, (_, index) =>
      toRequest(at + index * 3_000, index, at < changeAt ? before : after),
    ).flat(),
  )
  for (let from = 0; from < spans.length; from += 1_000)
    await call('POST', '/api/v1/telemetry/spans', { spans: spans.slice(from, from + 1_000) })
  return spans.length
}

function toRequest(at: number, index: number, { failedRatio, durationMs }: Traffic) {
  const hex = (part: string, length: number) =>
    createHash('sha256')
      .update(`${String(at)} ${part}`)
      .digest('hex')
      .slice(0, length)
  const failed = parseInt(hex('failed', 8), 16) / 0xffffffff < failedRatio
  const tookMs = durationMs * (0.8 + (index % 5) / 10)
  const common = { trace_id: hex('trace', 32), status: failed ? 'error' : 'ok' }
  const step = (
    name: string,
    parent: string | null,
    rest: { service: string; operation: string; ms: number; ok?: true },
  ) => ({
    ...common,
    ...(rest.ok && { status: 'ok' }),
    span_id: hex(name, 16),
    parent_span_id: parent === null ? null : hex(parent, 16),
    service: rest.service,
    operation: rest.operation,
    start_time: new Date(at).toISOString(),
    duration_ms: Math.round(rest.ms),
  })
  return [
    step('gateway', null, { service: 'gateway', operation: 'POST /pay', ms: tookMs + 5 }),
    step('checkout', 'gateway', { service: 'checkout', operation: 'POST /checkout', ms: tookMs }),
    step('query', 'checkout', { service: 'checkout', operation: 'SELECT carts', ms: tookMs * 0.7, ok: true }),
  ]
}

/** A pod's memory with a constant growth per minute. @returns the number of samples sent. */
export async function feedMemory(
  { call }: Installation,
  { now, growthBytes }: { now: number; growthBytes: number },
): Promise<number> {
  const metrics = Array.from({ length: 90 }, (_, minute) => ({
    timestamp: new Date(now - (90 - minute) * minuteMs).toISOString(),
    cluster: 'prod',
    namespace: 'shop',
    pod: 'web-1',
    container: 'web',
    node: 'node-1',
    metrics: { memory_usage_bytes: Math.round(3e8 + growthBytes * minute + 1e6 * Math.sin(minute)) },
  }))
  await call('POST', '/api/v1/telemetry/metrics', { metrics })
  return metrics.length
}

/** A deployment as CI announces it, with its commit. @returns its id. */
export async function tellDeployment(
  { call }: Installation,
  { at, version, title, diff }: { at: number; version: string; title: string; diff: string },
): Promise<string> {
  const sha = createHash('sha1').update(title).digest('hex')
  const change = {
    kind: 'commit',
    id: sha,
    occurred_at: new Date(at - 20 * minuteMs).toISOString(),
    title,
    author: 'ada',
    repository: 'acme/shop',
    files: ['checkout/src/cart.ts'],
    diff,
  }
  await call('POST', '/api/v1/changes/', { changes: [change] })
  const answer = await call('POST', '/api/v1/deployments/', {
    deployment_request: `Ship ${version}`,
    repository_full_name: 'acme/shop',
    service: 'checkout',
    version,
    commit_sha: sha,
    occurred_at: new Date(at).toISOString(),
    monitor: false,
  })
  return (answer as { id: string }).id
}

/** An error as sent by the SDK in the README's tour. */
export async function sendError({ sendEnvelope, project }: Installation, at: number, order: number): Promise<void> {
  const id = createHash('sha256').update(String(order)).digest('hex').slice(0, 32)
  const frame = { function: 'chargeCard', filename: '/app/app.mjs', lineno: 5, in_app: true }
  const event = {
    event_id: id,
    timestamp: at / 1_000,
    platform: 'node',
    level: 'error',
    release: 'shop@1.0.0',
    tags: { 'service.name': 'shop' },
    exception: {
      values: [{ type: 'TypeError', value: `card declined for order ${order}`, stacktrace: { frames: [frame] } }],
    },
  }
  const payload = JSON.stringify(event)
  await sendEnvelope(
    project,
    `{"event_id":"${id}"}\n{"type":"event","length":${Buffer.byteLength(payload)}}\n${payload}\n`,
  )
}
