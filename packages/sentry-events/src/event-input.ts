import type { EnvelopeMeta } from '@signalbox/contracts'

/** An event payload and its surrounding metadata. */
export interface EventInput {
  /** The parsed payload, any JSON value. */
  payload: unknown
  organizationId: string
  project: EnvelopeMeta['project']
  /** When ingest received it, in Unix milliseconds. */
  receivedAt: number
  /** When the SDK sent it, in Unix milliseconds by the SDK's clock. */
  sentAt: number | undefined
  /** Maximum age in days of an event that keeps its own timestamp; defaults to the protocol's limit. */
  ageDaysMax?: number
  /** 32 lower-case hex digits; takes precedence over the payload's id. */
  headerEventId: string | undefined
  /** Used if neither the header nor the payload has an id. Must be the same each time the record is processed. */
  fallbackEventId: string
  /** Used for payloads that do not name their SDK: `{name, version}`, or text such as `raven-node/2.6.4`. */
  sdk: unknown
  /** Address of the sender, for `{{auto}}`. */
  clientIp: string | undefined
  userAgent: string | undefined
}

/** Input for an event read back from the store, whose envelope and request metadata are already in the payload. */
export function storedEventInput(
  { eventId, receivedAt }: { eventId: string; receivedAt: number },
  owner: Pick<EventInput, 'organizationId' | 'project'>,
): EventInput {
  return {
    ...owner,
    payload: undefined,
    receivedAt,
    sentAt: undefined,
    headerEventId: eventId,
    fallbackEventId: eventId,
    sdk: undefined,
    clientIp: undefined,
    userAgent: undefined,
  }
}
