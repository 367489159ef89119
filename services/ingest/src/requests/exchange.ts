import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MemoryLease } from '@signalbox/service-kit'
import type { PathParameters } from '../routing/route-table.js'
import type { InflatingThread } from './inflating-thread.js'
import type { Turns } from './turns.js'
import type { UnansweredRequest } from './unanswered.js'

/** One request on its way to its answer. */
export interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  /** What the path names; `project` is missing on paths without one. */
  parameters: PathParameters
  /** Query string without the question mark; empty when there is none. */
  query: string
  /** Address of the sender; undefined when the connection is gone. */
  clientIp: string | undefined
  /** What the request holds of the memory for bodies. */
  memory: MemoryLease
  turns: Turns
  unanswered: UnansweredRequest
  inflating: InflatingThread
}

/** Answers one exchange. What it throws is answered by the error form of its route. */
export type Receiver = (exchange: Exchange) => Promise<void>
