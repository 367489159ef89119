import type { EventLog } from '@signalbox/event-log'
import type { Clock, EventDeletion } from '@signalbox/service-kit'

/** A request that came before a deletion is in the log so much later at most. */
const appendedLateMs = 120_000

export interface SettledLogOptions {
  eventLog: Pick<EventLog, 'bounds' | 'lag'>
  /** Consumer group of the pipeline. */
  group: string
  clock: Clock
}

/** Tells whether everything that a deletion means has been stored and committed, so that none of it comes again. */
export interface SettledLog {
  /** Ask before deleting: what it says holds for what is deleted afterwards. */
  isSettled(deletion: EventDeletion): Promise<boolean>
  forget(deletion: EventDeletion): void
}

/**
 * A batch that is planned and not committed is stored again after a crash, whatever was deleted meanwhile. So a deletion
 * is final when the group has committed all that the log held once every request from before the
 * deletion was surely in it.
 */
export function createSettledLog({ eventLog, group, clock }: SettledLogOptions): SettledLog {
  /** By deletion: how far the group must have come, by partition. */
  const targets = new Map<string, ReadonlyMap<number, number>>()
  return {
    isSettled: async ({ id, receivedUntil }) => {
      if (clock() <= receivedUntil + appendedLateMs) return false
      const ends = await readEnds(eventLog)
      const target = targets.get(id) ?? ends
      targets.set(id, target)
      const lags = await eventLog.lag(group)
      return [...target].every(([partition, end]) => {
        const lag = lags.find((one) => one.topic === 'envelopes' && one.partition === partition)
        // Looked at after the ends: what was appended in between makes the group seem further behind, never ahead.
        return lag !== undefined && (ends.get(partition) ?? 0) - lag.records >= end
      })
    },
    forget: ({ id }) => {
      targets.delete(id)
    },
  }
}

async function readEnds(eventLog: Pick<EventLog, 'bounds'>): Promise<ReadonlyMap<number, number>> {
  return new Map((await eventLog.bounds('envelopes')).map(({ partition, end }) => [partition, end]))
}
