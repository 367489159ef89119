import { limits } from '@signalbox/contracts'
import { OutboundFailure, type OutboundResponse } from '@signalbox/service-kit'

/** The outcome of sending a message. `detail` is shown to people and contains no secrets. */
export type SendOutcome = { isDelivered: true; detail: string } | SendFailure

export interface SendFailure {
  isDelivered: false
  detail: string
  /** True if the receiver will never accept it. */
  isFinal: boolean
  /** True if it may have been delivered anyway. */
  mayHaveArrived: boolean
  /** How long the receiver wants us to wait before a retry, in milliseconds from now. */
  retryAfterMs?: number
}

/** Creates a retryable failure. @param more Overrides. */
export function failed(detail: string, more: Partial<Omit<SendFailure, 'isDelivered' | 'detail'>> = {}): SendFailure {
  return { isDelivered: false, detail, isFinal: false, mayHaveArrived: false, ...more }
}

/** Statuses of gateways that lost track of the request. */
const lostStatuses = [502, 504]

/** Classifies an unsuccessful response by its status. @param now Unix milliseconds. */
export function failedBy({ status, headers }: OutboundResponse, detail: string, now: number): SendFailure {
  const retryAfterMs = readRetryAfter(headers['retry-after'], now)
  return failed(detail, {
    mayHaveArrived: lostStatuses.includes(status),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** Turns a failed request into an outcome. @throws any other error. */
export function failedWithout(error: unknown): SendFailure {
  if (!(error instanceof OutboundFailure)) throw error
  return failed(error.message, { mayHaveArrived: error.fate === 'unknown' })
}

/**
 * Parses `Retry-After` (RFC 9110, 10.2.3): seconds or a date.
 * @returns milliseconds from now, clamped; undefined if missing or invalid.
 */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const isSeconds = /^\d+$/.test(text.trim())
  const ms = isSeconds ? Number(text) * 1_000 : Date.parse(text) - now
  if (Number.isNaN(ms)) return undefined
  return Math.min(Math.max(ms, 0), limits.notification.retryAfterMsMax)
}
