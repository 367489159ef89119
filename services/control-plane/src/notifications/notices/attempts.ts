import type { Clock, Log } from '@signalbox/service-kit'
import { LeaseLost, type WorkLease } from '../../scheduling/work-lease.js'
import type { NoticeMessageRow } from '../store/notice-messages.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import { failed, type SendOutcome } from '../delivery/send-outcome.js'
import { settleAttempt, type AttemptEnd, type EndedAttempt } from './settle-attempt.js'
import type { OutboxStore } from './take-message.js'

/** Sends one message to its channel. Rejects only for bugs. */
export type SendMessage = (sent: {
  channel: NotificationChannelRow
  message: NoticeMessageRow
  /** Aborts everything in flight. */
  signal: AbortSignal
}) => Promise<SendOutcome>

export interface AttemptsOptions {
  store: OutboxStore
  lease: WorkLease
  send: SendMessage
  clock: Clock
  log: Pick<Log, 'error'>
  /** From 0 to 1. */
  random: () => number
  /** Called with the outcome of each attempt. */
  onAttempt: (channel: NotificationChannelRow, end: AttemptEnd) => void
}

/** Messages in flight: at most one per channel. */
export interface Attempts {
  count(): number
  isUnderWay(channelId: string): boolean
  /** Sends a message that was taken from the queue and records the outcome. */
  begin(channel: NotificationChannelRow, message: NoticeMessageRow): void
  /** Records outcomes that could not be recorded before. @throws LeaseLost, ServiceError `unavailable`. */
  catchUp(): void
  /** Discards those outcomes: another process has taken over. */
  forget(): void
  /** Resolves when everything that is in flight now has finished. */
  settled(): Promise<void>
  /** Aborts everything in flight. */
  abort(): void
}

export function createAttempts(options: AttemptsOptions): Attempts {
  const { store, lease, send, clock, log, random } = options
  const ending = new AbortController()
  /** By channel. */
  const inFlight = new Map<string, Promise<void>>()
  /** Outcomes that could not be recorded yet, by channel. */
  const unrecorded = new Map<string, () => void>()

  const settle = (channel: NotificationChannelRow, ended: EndedAttempt): void => {
    const note = () => {
      const end = lease.guard(() => settleAttempt(store, ended))
      if (end !== undefined) report(options, { channel, ended, end })
    }
    try {
      note()
    } catch (err) {
      // Another process is sending now and treats this message as one whose outcome is unknown.
      if (err instanceof LeaseLost) return
      log.error({ err, messageId: ended.message.id }, 'a delivery result could not be recorded; retrying')
      unrecorded.set(channel.id, note)
    }
  }

  const attempt = async (channel: NotificationChannelRow, message: NoticeMessageRow): Promise<void> => {
    let outcome: SendOutcome
    try {
      outcome = await send({ channel, message, signal: ending.signal })
    } catch (err) {
      log.error({ err, channelId: channel.id, messageId: message.id }, 'a notification could not be rendered')
      outcome = failed('the message could not be rendered')
    }
    settle(channel, { message, outcome, now: clock(), jitter: random() })
  }

  return {
    count: () => inFlight.size,
    isUnderWay: (channelId) => inFlight.has(channelId),
    begin: (channel, message) => {
      const done = attempt(channel, message).finally(() => inFlight.delete(channel.id))
      inFlight.set(channel.id, done)
    },
    catchUp: () => {
      for (const [channelId, note] of unrecorded) {
        note()
        unrecorded.delete(channelId)
      }
    },
    forget: () => {
      unrecorded.clear()
    },
    settled: async () => {
      await Promise.all(inFlight.values())
    },
    abort: () => {
      ending.abort()
    },
  }
}

/** Giving up on a notice is an alarm: somebody should have been notified and never was. */
function report(
  { log, onAttempt }: AttemptsOptions,
  { channel, ended, end }: { channel: NotificationChannelRow; ended: EndedAttempt; end: AttemptEnd },
): void {
  onAttempt(channel, end)
  if (end !== 'dead') return
  const { message, outcome } = ended
  const fields = { channelId: channel.id, channelName: channel.name, messageId: message.id, fault: outcome.detail }
  log.error(fields, 'notification could not be delivered; giving up')
}
