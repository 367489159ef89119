import type { ApiAnswer } from './call-api.js'

/** A project as its DSN names it. */
export interface DsnTarget {
  number: number
  publicKey: string
}

/** The project that a DSN names. */
export function readDsnTarget(dsn: string): DsnTarget {
  const { pathname, username } = new URL(dsn)
  return { number: Number(pathname.split('/').pop()), publicKey: username }
}

/** Posts an envelope of one error event to ingest, as SDKs do. */
export async function sendEnvelope(
  ingestUrl: string,
  { number, publicKey }: DsnTarget,
  { eventId, message }: { eventId: string; message: string },
): Promise<ApiAnswer> {
  const event = { event_id: eventId, message, level: 'error', platform: 'node', timestamp: Date.now() / 1_000 }
  const res = await fetch(`${ingestUrl}/api/${number}/envelope/?sentry_key=${publicKey}&sentry_version=7`, {
    method: 'POST',
    body: `${JSON.stringify({ event_id: eventId })}\n{"type":"event"}\n${JSON.stringify(event)}`,
    signal: AbortSignal.timeout(30_000),
  })
  const text = await res.text()
  return { status: res.status, headers: res.headers, body: text === '' ? undefined : JSON.parse(text) }
}
