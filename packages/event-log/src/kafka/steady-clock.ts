import { createRequire } from 'node:module'

/** The relevant part of the client's group member. Times are wall-clock times. */
interface GroupMember {
  /** Time of the last heartbeat. */
  lastRequest: number
  heartbeat(options: { interval: number }): Promise<void>
}

/** The relevant part of the client's request in flight. */
interface SocketRequest {
  sentAt: number | null
  send(): void
}

interface ClassOf<Instance> {
  prototype: Instance
}

let isPatched = false

/**
 * Protects the client against changes of the system clock. After the clock is set back, it would send no heartbeat
 * until the clock passes the last one again, while its group reassigns the partitions; requests would time out
 * immediately or never. Patches kafkajs 2.2.4; idempotent.
 */
export function patchClock(): void {
  if (isPatched) return
  isPatched = true
  const require = createRequire(import.meta.url)
  patchHeartbeats((require('kafkajs/src/consumer/consumerGroup') as ClassOf<GroupMember>).prototype)
  patchTimeouts((require('kafkajs/src/network/requestQueue/socketRequest') as ClassOf<SocketRequest>).prototype)
}

function patchHeartbeats(prototype: GroupMember): void {
  const heartbeat: (this: GroupMember, options: { interval: number }) => Promise<void> = Reflect.get(
    prototype,
    'heartbeat',
  )
  prototype.heartbeat = function heartbeatOnTime(this: GroupMember, options): Promise<void> {
    if (this.lastRequest > Date.now()) this.lastRequest = 0
    return heartbeat.call(this, options)
  }
}

/** The client computes the age of a request from `sentAt`, so `sentAt` is made to move with the clock. */
function patchTimeouts(prototype: SocketRequest): void {
  const send: (this: SocketRequest) => void = Reflect.get(prototype, 'send')
  prototype.send = function sendOnTime(this: SocketRequest): void {
    const since = performance.now()
    send.call(this)
    Object.defineProperty(this, 'sentAt', { get: () => Date.now() - (performance.now() - since) })
  }
}
