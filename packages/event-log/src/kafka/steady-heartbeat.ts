import { createRequire } from 'node:module'

/** The part of the client's group member that is of interest here. */
interface GroupMember {
  /** When the last heartbeat was sent, by the clock of the machine. */
  lastRequest: number
  heartbeat(options: { interval: number }): Promise<void>
}

interface GroupMemberClass {
  prototype: GroupMember
}

let isMended = false

/**
 * Lets the client send heartbeats when the clock was set back: it waits until the clock has passed the last one again,
 * and its group gives its partitions away meanwhile. Version 2.2.4 of the client; calling it again changes nothing.
 */
export function mendHeartbeats(): void {
  if (isMended) return
  isMended = true
  const require = createRequire(import.meta.url)
  const { prototype } = require('kafkajs/src/consumer/consumerGroup') as GroupMemberClass
  const heartbeat: (this: GroupMember, options: { interval: number }) => Promise<void> = Reflect.get(
    prototype,
    'heartbeat',
  )
  prototype.heartbeat = function heartbeatOnTime(this: GroupMember, options): Promise<void> {
    if (this.lastRequest > Date.now()) this.lastRequest = 0
    return heartbeat.call(this, options)
  }
}
