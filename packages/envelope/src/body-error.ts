export type BodyErrorReason = 'too-large' | 'corrupt'

/** A request body that cannot be inflated: too large (413), or corrupt or truncated (400). */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly reason: BodyErrorReason

  constructor(reason: BodyErrorReason, options: { cause?: unknown } = {}) {
    super(reason === 'corrupt' ? 'body cannot be decoded' : 'body is too large', options)
    this.reason = reason
  }
}
