import { ApiError } from '@signalbox/api-client'
import type { TelemetryItem } from './bundle-line.js'

/** Statuses by which a receiver says that it will never take what was sent. */
const finalStatuses = [400, 413, 415, 422]

/**
 * Sends items together. Where they are refused, or cannot be written as what they say to be, they are sent in halves, so
 * that only the ones that nobody can take are left out.
 * @returns how many were left out.
 */
export async function sendDivided(
  items: readonly TelemetryItem[],
  send: (items: readonly TelemetryItem[]) => Promise<void>,
): Promise<number> {
  if (items.length === 0) return 0
  try {
    await send(items)
    return 0
  } catch (error) {
    if (!isFinal(error)) throw error
    if (items.length === 1) return 1
    const middle = items.length >> 1
    const before = await sendDivided(items.slice(0, middle), send)
    return before + (await sendDivided(items.slice(middle), send))
  }
}

/** Faults of the engine's own kinds come from values that are not what they should be, such as times that are none. */
function isFinal(error: unknown): boolean {
  if (error instanceof ApiError) return finalStatuses.includes(error.status)
  return error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError
}
