import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MemoryLease } from '@signalbox/service-kit'
import type { PathParameters } from '../routing/route-table.js'
import type { InflatingThread } from './inflating-thread.js'
import type { FairScheduler } from './fair-scheduler.js'
import type { DurableWriteSlot } from './durable-write-limiter.js'

/** A request and everything needed to respond to it. */
export interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  /** Path parameters; `project` is missing on paths without one. */
  parameters: PathParameters
  /** Query string without the question mark; empty if there is none. */
  query: string
  /** Address of the sender; undefined if the connection is closed. */
  clientIp: string | undefined
  /** This request's share of the memory budget for bodies. */
  memory: MemoryLease
  scheduler: FairScheduler
  writeSlot: DurableWriteSlot
  inflating: InflatingThread
}

/** Handles one request. Errors are reported in the route's format. */
export type Receiver = (exchange: Exchange) => Promise<void>
