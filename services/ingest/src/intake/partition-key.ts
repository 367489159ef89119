import { createHash } from 'node:crypto'
import type { Submission } from '../sentry/submission.js'

/** Bytes of an item that tell it from others. */
const hashedBytesMax = 4_096

/**
 * What is sent again gets the same key, so that it meets the first of it in the same partition of the log: that is
 * where it is recognised. Requests without ids are known by what their first item says.
 */
export function partitionKeyOf({
  eventId,
  traceId,
  items,
}: Pick<Submission, 'eventId' | 'traceId' | 'items'>): string | undefined {
  const [first] = items
  if (eventId !== undefined || traceId !== undefined || first === undefined) return eventId ?? traceId
  return hashOfBeginning(first.payload)
}

/** Key of a request that is known by what it says alone: one that is sent again says the same. */
export function hashOfBeginning(content: Uint8Array): string {
  return createHash('sha1').update(content.subarray(0, hashedBytesMax)).digest('hex')
}
