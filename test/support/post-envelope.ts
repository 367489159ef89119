/** A project as identified by its DSN. */
export interface DsnTarget {
  number: number
  publicKey: string
}

/** Parses a DSN. */
export function readDsnTarget(dsn: string): DsnTarget {
  const { pathname, username } = new URL(dsn)
  return { number: Number(pathname.split('/').pop()), publicKey: username }
}

/** Where SDKs send the project's envelopes; a bare path if the address is empty. */
export function envelopeUrl(url: string, { number, publicKey }: DsnTarget): string {
  return `${url}/api/${number}/envelope/?sentry_key=${publicKey}&sentry_version=7`
}

/** The body of an envelope with one event. */
export function eventEnvelope(event: { event_id: string } & Record<string, unknown>): string {
  return [{ event_id: event.event_id }, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n')
}

/**
 * Posts an envelope, like an SDK.
 * @throws Error if it is not accepted.
 */
export async function postEnvelope(url: string, target: DsnTarget, body: string): Promise<void> {
  const res = await fetch(envelopeUrl(url, target), { method: 'POST', body, signal: AbortSignal.timeout(30_000) })
  const answer = await res.text()
  if (!res.ok) throw new Error(`the envelope got status ${res.status}: ${answer}`)
}

/**
 * Posts an envelope with one event.
 * @throws Error if it is not accepted.
 */
export function postEvent(
  url: string,
  target: DsnTarget,
  event: { event_id: string } & Record<string, unknown>,
): Promise<void> {
  return postEnvelope(url, target, eventEnvelope(event))
}
