import { createRequire } from 'node:module'

/** The part of the client's group member that is of interest here. Times are those of the clock of the machine. */
interface GroupMember {
  /** When the last heartbeat was sent. */
  lastRequest: number
  heartbeat(options: { interval: number }): Promise<void>
}

/** The same of a request on its way. */
interface SocketRequest {
  sentAt: number | null
  send(): void
}

interface ClassOf<Instance> {
  prototype: Instance
}

let isMended = false

/**
 * Keeps the client from being misled when the clock of the machine is set: it would send no heartbeat until the clock
 * has passed the last one again, while its group gives the partitions away, and it would take requests for overdue at
 * once or never. Version 2.2.4 of the client; calling it again changes nothing.
 */
export function patchClock(): void {
  if (isMended) return
  isMended = true
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

/** The age of a request is told by comparing with `sentAt`, which therefore moves with the clock. */
function patchTimeouts(prototype: SocketRequest): void {
  const send: (this: SocketRequest) => void = Reflect.get(prototype, 'send')
  prototype.send = function sendOnTime(this: SocketRequest): void {
    const since = performance.now()
    send.call(this)
    Object.defineProperty(this, 'sentAt', { get: () => Date.now() - (performance.now() - since) })
  }
}
