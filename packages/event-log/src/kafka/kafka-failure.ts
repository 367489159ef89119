import kafkajs from 'kafkajs'
import { EventLogError } from '../event-log.js'

/** Converts a client error to an EventLogError. */
export function toLogError(error: unknown, doing: string): EventLogError {
  if (error instanceof EventLogError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new EventLogError(isTooLarge(error) ? 'too-large' : 'unavailable', `${doing}: ${message}`, { cause: error })
}

function isTooLarge(error: unknown): boolean {
  if (!(error instanceof kafkajs.KafkaJSError)) return false
  return ('type' in error && error.type === 'MESSAGE_TOO_LARGE') || isTooLarge(error.cause)
}

/** Returns the error that brokers send during a rebalance; the client reacts by rejoining. */
export function rebalancing(message: string): Error {
  const failure = Object.assign(new Error(message), { type: 'REBALANCE_IN_PROGRESS', code: 27, retriable: true })
  return new kafkajs.KafkaJSProtocolError(failure)
}
