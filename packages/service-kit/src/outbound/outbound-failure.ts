/**
 * What is known about a request without a response:
 * - `refused`: the address is not permitted, and will not be unless DNS or the operator's configuration changes.
 * - `not-sent`: it did not arrive.
 * - `unknown`: it may have arrived.
 */
export type OutboundDelivery = 'refused' | 'not-sent' | 'unknown'

/** There was no response. The message is for users and contains nothing of the request. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'

  constructor(
    message: string,
    readonly fate: OutboundDelivery,
    options: ErrorOptions = {},
  ) {
    super(message, options)
  }
}
