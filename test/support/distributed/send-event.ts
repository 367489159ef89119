import { envelopeUrl, eventEnvelope, type DsnTarget } from '../post-envelope.js'
import type { ApiResponse } from './call-api.js'

/**
 * Posts an envelope with one error event to ingest, like an SDK.
 * @returns the response, whatever its status.
 */
export async function sendEvent(
  ingestUrl: string,
  target: DsnTarget,
  { eventId, message }: { eventId: string; message: string },
): Promise<ApiResponse> {
  const event = { event_id: eventId, message, level: 'error', platform: 'node', timestamp: Date.now() / 1_000 }
  const res = await fetch(envelopeUrl(ingestUrl, target), {
    method: 'POST',
    body: eventEnvelope(event),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await res.text()
  return { status: res.status, headers: res.headers, body: text === '' ? undefined : JSON.parse(text) }
}
