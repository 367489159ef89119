/**
 * What is known of a request that got no answer:
 * - `refused`: it may not go there; it never will, unless name servers or the operator say otherwise,
 * - `not-sent`: it did not arrive,
 * - `unknown`: it may have arrived.
 */
export type OutboundFate = 'refused' | 'not-sent' | 'unknown'

/** No answer came. The message is for people and holds nothing of the request. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'

  constructor(
    message: string,
    readonly fate: OutboundFate,
    options: ErrorOptions = {},
  ) {
    super(message, options)
  }
}
