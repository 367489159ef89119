/** An error response of the envelope protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly status: number
  readonly causes: readonly string[]
  /** Headers in addition to those of every response. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    detail: string,
    options: { causes?: readonly string[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.status = status
    this.causes = options.causes ?? []
    this.headers = options.headers ?? {}
  }
}
