/** What came back, whatever its status. */
export interface OutboundAnswer {
  status: number
  /** By their names in lower case; of repeated ones the first. */
  headers: Readonly<Record<string, string>>
  /** As UTF-8; no more than the first bytes. */
  body: string
  /** False when the body is longer than that, took too long, or broke off. */
  isWhole: boolean
}

/** Milliseconds that each phase may take. */
export interface OutboundTimeouts {
  connectMs: number
  headersMs: number
  bodyMs: number
}
