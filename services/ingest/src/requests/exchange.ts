import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MemoryLease } from './memory-budget.js'

/** One request on its way to its answer. */
export interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  /** The project as the path names it; undefined on paths without one. */
  projectNumber: string | undefined
  /** Query string without the question mark; empty when there is none. */
  query: string
  /** What the request holds of the memory for bodies. */
  memory: MemoryLease
}

/** Answers one exchange. What it throws is answered by the error form of its route. */
export type Receiver = (exchange: Exchange) => Promise<void>
