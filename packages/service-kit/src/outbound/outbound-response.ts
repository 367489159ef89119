/** A response with any status. */
export interface OutboundResponse {
  status: number
  /** By lower-case name; of repeated headers, the first one. */
  headers: Readonly<Record<string, string>>
  /** Decoded as UTF-8 and truncated to a maximum size. */
  body: string
  /** False if the body was truncated, took too long, or broke off. */
  isComplete: boolean
}

/** Time limit of each phase in milliseconds. */
export interface OutboundTimeouts {
  connectMs: number
  headersMs: number
  bodyMs: number
}
