export interface RaisedError {
  id: string
  type: string
  value: string
  /** Classes of the exception and its causes, outermost first. */
  chain: string[]
  /** The application's function that raised it. */
  in: string
  /** The culprit reported by the SDK; if none, the function. */
  culprit?: string
  /** Null if the SDK does not report it. */
  handled: boolean | null
}

/** A program's own statement of what it raised. Not every SDK can send the optional fields. */
export interface Statement {
  sdk: string
  /** The first two differ only in the order number; the third is unrelated. */
  errors: [RaisedError, RaisedError, RaisedError]
  breadcrumbs: number
  message: { id: string; text: string }
  transaction: { trace_id: string; span_id: string; parent_span_id: string; children: string[] }
  /** The header with which the next service continues the trace. */
  outgoing: string
  attachment?: { name: string; content: string }
  check_in?: string
  logs?: string[]
}
