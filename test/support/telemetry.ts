import { randomBytes } from 'node:crypto'

/** Items as sent by agents and SDKs, each with its own id. */

export const newEventId = () => randomBytes(16).toString('hex')

const secondAgo = () => new Date(Date.now() - 1_000).toISOString()

/** A valid span; `fields` override the defaults. */
export function createSpan(fields: Record<string, unknown> = {}) {
  return {
    trace_id: newEventId(),
    span_id: randomBytes(8).toString('hex'),
    parent_span_id: null,
    service: 'shop',
    operation: 'GET /cart',
    start_time: secondAgo(),
    duration_ms: 12,
    status: 'ok',
    attributes: {},
    ...fields,
  }
}

/** A valid sample of one metric; `fields` override the defaults. */
export function createSample(fields: Record<string, unknown> = {}) {
  return {
    timestamp: secondAgo(),
    cluster: 'prod',
    namespace: 'shop',
    pod: `pod-${newEventId()}`,
    container: 'web',
    node: 'node-1',
    metrics: { cpu_usage_cores: 0.5 },
    ...fields,
  }
}
