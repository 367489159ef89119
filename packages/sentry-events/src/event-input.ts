import type { EnvelopeMeta } from '@signalbox/contracts'

/** An event payload and what is known of it besides. */
export interface EventInput {
  /** The parsed payload, any JSON value. */
  payload: unknown
  organizationId: string
  project: EnvelopeMeta['project']
  /** Unix milliseconds when ingest took it in. */
  receivedAt: number
  /** Unix milliseconds when the SDK sent it, by its clock. */
  sentAt: number | undefined
  /** How old events may be to keep their time; default as the protocol has it. */
  ageDaysMax?: number
  /** 32 lower-case hex digits; beats the payload's id. */
  headerEventId: string | undefined
  /** Used when neither the header nor the payload has an id; the same whenever the record is processed. */
  fallbackEventId: string
  /** For payloads that do not name theirs: `{name, version}`, or text such as `raven-node/2.6.4`. */
  sdk: unknown
  /** Address of the sender, for `{{auto}}`. */
  clientIp: string | undefined
  userAgent: string | undefined
}

/** What is known besides the payload of an event that is read from the store: its envelope and request left nothing else. */
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
