import { limits } from '@signalbox/contracts'
import { OutboundFailure, type OutboundAnswer } from '@signalbox/service-kit'

/** How sending a message went. `detail` is for people and holds nothing secret. */
export type SendOutcome = { isDelivered: true; detail: string } | SendFailure

export interface SendFailure {
  isDelivered: false
  detail: string
  /** Whether the receiver will never take it. */
  isFinal: boolean
  /** Whether it may have arrived nevertheless. */
  mayHaveArrived: boolean
  /** When the receiver wants to be asked again, in milliseconds from now. */
  retryAfterMs?: number
}

/** @param more What differs from a failure that is worth another attempt. */
export function failed(detail: string, more: Partial<Omit<SendFailure, 'isDelivered' | 'detail'>> = {}): SendFailure {
  return { isDelivered: false, detail, isFinal: false, mayHaveArrived: false, ...more }
}

/** Statuses of gateways that lost sight of the request. */
const lostStatuses = [502, 504]

/** An answer that is not a success, as far as its status tells. @param now Unix milliseconds. */
export function failedBy({ status, headers }: OutboundAnswer, detail: string, now: number): SendFailure {
  const retryAfterMs = readRetryAfter(headers['retry-after'], now)
  return failed(detail, {
    mayHaveArrived: lostStatuses.includes(status),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** @throws whatever is not a failure of the request. */
export function failedWithout(error: unknown): SendFailure {
  if (!(error instanceof OutboundFailure)) throw error
  return failed(error.message, { mayHaveArrived: error.fate === 'unknown' })
}

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3): seconds or a date.
 * @returns milliseconds from now, within bounds; undefined when there is none that can be read.
 */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const isSeconds = /^\d+$/.test(text.trim())
  const ms = isSeconds ? Number(text) * 1_000 : Date.parse(text) - now
  if (Number.isNaN(ms)) return undefined
  return Math.min(Math.max(ms, 0), limits.notification.retryAfterMsMax)
}
