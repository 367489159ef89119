/** A refusal in the words of the envelope protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly status: number
  readonly causes: readonly string[]
  /** Headers that this refusal needs besides those of every answer. */
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
