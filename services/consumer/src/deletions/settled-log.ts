import type { TelemetryTopic } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import type { Clock } from '@signalbox/service-kit'

/** Maximum delay after a deletion with which an earlier request may still be appended to the log. */
export const appendedLateMs = 120_000

/** A deletion of everything received until some time. */
export interface Settleable {
  id: string
  /** Unix milliseconds. */
  receivedUntil: number
}

export interface SettledLogOptions {
  eventLog: Pick<EventLog, 'bounds' | 'lag'>
  /** Consumer group of the pipeline. */
  group: string
  /** Topics that may contain the data to delete. */
  topics: readonly TelemetryTopic[]
  /** How long after a deletion's time affected data may still be appended. Milliseconds. */
  appendedLateMs: number
  clock: Clock
}

/**
 * Determines whether everything that a deletion covers has been stored and committed, so that none of it can be stored
 * again.
 */
export interface SettledLog {
  /**
   * Reads the log's progress.
   * @returns Which deletions are settled, provided they are applied after this call.
   */
  look(): Promise<(deletion: Settleable) => boolean>
  forget(deletion: Settleable): void
}

/**
 * A batch that is planned but not committed is stored again after a crash, even if its data has since been deleted. So
 * a deletion is final once the group has committed everything that was in the log at a time when every earlier request
 * had certainly been appended.
 */
export function createSettledLog({ eventLog, group, clock, ...options }: SettledLogOptions): SettledLog {
  /** For each deletion, the offset that the group must reach in each topic partition. */
  const targets = new Map<string, ReadonlyMap<string, number>>()
  return {
    look: async () => {
      const now = clock()
      const ends = await readEnds(eventLog, options.topics)
      // Read after the end offsets: appends in between make the group seem further behind, never ahead.
      const lags = new Map((await eventLog.lag(group)).map((lag) => [placeOf(lag.topic, lag.partition), lag.records]))
      return ({ id, receivedUntil }) => {
        if (now <= receivedUntil + options.appendedLateMs) return false
        const target = targets.get(id) ?? ends
        targets.set(id, target)
        return [...target].every(([place, end]) => {
          const lag = lags.get(place)
          return lag !== undefined && (ends.get(place) ?? 0) - lag >= end
        })
      }
    },
    forget: ({ id }) => {
      targets.delete(id)
    },
  }
}

const placeOf = (topic: string, partition: number) => `${topic}/${partition}`

async function readEnds(
  eventLog: Pick<EventLog, 'bounds'>,
  topics: readonly TelemetryTopic[],
): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>()
  for (const topic of topics) {
    for (const { partition, end } of await eventLog.bounds(topic)) ends.set(placeOf(topic, partition), end)
  }
  return ends
}
