import { createHash } from 'node:crypto'
import type { Submission } from '../sentry/submission.js'

/** Bytes of an item that are hashed to identify it. */
const hashedBytesMax = 4_096

/**
 * Returns the same key for a retry as for the original request, so that both reach the same partition, where duplicates
 * are detected. Requests without ids are identified by the beginning of their first item.
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

/** Key of a request that has no id: a retry has the same content. */
export function hashOfBeginning(content: Uint8Array): string {
  return createHash('sha1').update(content.subarray(0, hashedBytesMax)).digest('hex')
}
