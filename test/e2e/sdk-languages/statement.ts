export interface RaisedError {
  id: string
  type: string
  value: string
  /** Classes of the exception and of its causes, the outermost first. */
  chain: string[]
  /** The function of the application that raised it. */
  in: string
  /** What the SDK names as the culprit; the function when it names nothing. */
  culprit?: string
  /** Null when the SDK does not say. */
  handled: boolean | null
}

/** What a program raised, by its own word. What is optional not every SDK can send. */
export interface Statement {
  sdk: string
  /** The first two differ in the number of the order only; the third is something else. */
  errors: [RaisedError, RaisedError, RaisedError]
  breadcrumbs: number
  message: { id: string; text: string }
  transaction: { trace_id: string; span_id: string; parent_span_id: string; children: string[] }
  /** The header by which the next service continues the trace. */
  outgoing: string
  attachment?: { name: string; content: string }
  check_in?: string
  logs?: string[]
}
