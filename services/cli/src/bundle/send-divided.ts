import { ApiError } from '@signalbox/api-client'
import type { TelemetryItem } from './bundle-line.js'

/** Statuses with which a receiver rejects a request permanently. */
const finalStatuses = [400, 413, 415, 422]

/** How items are sent in one request. */
export interface Dispatch<Body> {
  /** Pure. Throws for invalid values, such as invalid times. */
  write: (items: readonly TelemetryItem[]) => Body
  /** @throws ApiError if the receiver rejects it. */
  send: (body: Body) => Promise<void>
}

/**
 * Sends items together. If they are rejected or cannot be serialized, they are split in halves, so that only the
 * invalid ones are skipped.
 * @returns the number of skipped items.
 * @throws any other error while sending, which says nothing about the items.
 */
export async function sendDivided<Body>(items: readonly TelemetryItem[], dispatch: Dispatch<Body>): Promise<number> {
  if (items.length === 0) return 0
  if (await isSent(items, dispatch)) return 0
  if (items.length === 1) return 1
  const middle = items.length >> 1
  const before = await sendDivided(items.slice(0, middle), dispatch)
  return before + (await sendDivided(items.slice(middle), dispatch))
}

/** @returns false if it will never be accepted as it is. */
async function isSent<Body>(items: readonly TelemetryItem[], { write, send }: Dispatch<Body>): Promise<boolean> {
  let body: Body
  try {
    body = write(items)
  } catch {
    // A value in the items is invalid.
    return false
  }
  try {
    await send(body)
    return true
  } catch (error) {
    if (error instanceof ApiError && finalStatuses.includes(error.status)) return false
    throw error
  }
}
