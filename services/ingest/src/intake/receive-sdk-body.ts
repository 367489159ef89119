import { limits } from '@signalbox/contracts'
import { BodyError } from '@signalbox/envelope'
import type { IngestDependencies } from '../dependencies.js'
import type { Intake } from './intake.js'
import type { Exchange } from '../requests/exchange.js'
import type { BodyBeginning } from '../requests/read-body.js'
import { receiveBody, type ReceivedBody } from '../requests/receive-body.js'
import type { Admission } from '../sentry/admit.js'
import { ProtocolError } from '../requests/protocol-error.js'

/** What the receivers of the envelope protocol work with. */
export type SdkDependencies = IngestDependencies & { intake: Intake }

export interface SdkBodyOptions {
  /** Most bytes after inflation; on the wire it is no more than of an envelope. */
  bytesMax: number
  /** Undefined while it is not known who sends. */
  admission: Admission | undefined
  /** What was read to find that out. */
  beginning?: BodyBeginning | undefined
}

/**
 * Reads and inflates a body. One that is too large counts as a refused item.
 * @throws what reading and inflating throw, and ProtocolError when something speaks against the sender as well.
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

/** @throws ProtocolError 400 when there are no bytes. */
export function refuseEmpty(body: Uint8Array): void {
  if (body.length === 0) throw new ProtocolError(400, 'empty request body')
}

export function isTooLarge(error: unknown): error is BodyError {
  return error instanceof BodyError && error.reason === 'too-large'
}
