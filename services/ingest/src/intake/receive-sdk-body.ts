import { limits } from '@signalbox/contracts'
import { BodyError } from '@signalbox/envelope'
import type { IngestDependencies } from '../dependencies.js'
import type { Intake } from './intake.js'
import type { Exchange } from '../requests/exchange.js'
import type { BodyBeginning } from '../requests/read-body.js'
import { receiveBody, type ReceivedBody } from '../requests/receive-body.js'
import type { Admission } from '../sentry/admit.js'
import { ProtocolError } from '../requests/protocol-error.js'

/** Dependencies of the envelope protocol's receivers. */
export type SdkDependencies = IngestDependencies & { intake: Intake }

export interface SdkBodyOptions {
  /** Maximum size after inflation; on the wire, the limit for envelopes applies. */
  bytesMax: number
  /** Undefined until the sender is known. */
  admission: Admission | undefined
  /** Bytes already read to identify the sender. */
  beginning?: BodyBeginning | undefined
}

/**
 * Reads and inflates a body. A body that is too large counts as one refused item.
 * @throws whatever reading and inflating throw; ProtocolError if the sender is rejected too.
 */
export async function receiveSdkBody(
  { metrics, intake }: SdkDependencies,
  { req, memory, inflating }: Exchange,
  { bytesMax: inflatedBytesMax, admission, beginning }: SdkBodyOptions,
): Promise<ReceivedBody> {
  const bytesMax = Math.min(inflatedBytesMax, limits.body.envelopeWireBytesMax)
  try {
    return await receiveBody(req, { bytesMax, inflatedBytesMax, memory, inflating, metrics, beginning })
  } catch (error) {
    throw isTooLarge(error) && admission !== undefined ? intake.refuseUnread(admission, error) : error
  }
}

/** @throws ProtocolError 400 if the body is empty. */
export function refuseEmpty(body: Uint8Array): void {
  if (body.length === 0) throw new ProtocolError(400, 'empty request body')
}

export function isTooLarge(error: unknown): error is BodyError {
  return error instanceof BodyError && error.reason === 'too-large'
}
