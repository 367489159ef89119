import { ApiError } from '@signalbox/api-client'
import type { TelemetryItem } from './bundle-line.js'

/** Statuses by which a receiver says that it will never take what was sent. */
const finalStatuses = [400, 413, 415, 422]

/** How items go out in one request. */
export interface Dispatch<Body> {
  /** Pure. Throws for values that are not what they should be, such as times that are none. */
  write: (items: readonly TelemetryItem[]) => Body
  /** @throws ApiError when the receiver refuses. */
  send: (body: Body) => Promise<void>
}

/**
 * Sends items together. Where they are refused, or cannot be written as what they say to be, they are sent in halves, so
 * that only the ones that nobody can take are left out.
 * @returns how many were left out.
 * @throws whatever else fails while sending: it says nothing about the items.
 */
export async function sendDivided<Body>(items: readonly TelemetryItem[], dispatch: Dispatch<Body>): Promise<number> {
  if (items.length === 0) return 0
  if (await isSent(items, dispatch)) return 0
  if (items.length === 1) return 1
  const middle = items.length >> 1
  const before = await sendDivided(items.slice(0, middle), dispatch)
  return before + (await sendDivided(items.slice(middle), dispatch))
}

/** @returns false when it will never be taken as it is. */
async function isSent<Body>(items: readonly TelemetryItem[], { write, send }: Dispatch<Body>): Promise<boolean> {
  let body: Body
  try {
    body = write(items)
  } catch {
    // A value in them is not what it should be.
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
