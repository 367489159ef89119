import type { TelemetryTopic } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import type { Clock } from '@signalbox/service-kit'

/** A request that came before a deletion is in the log so much later at most. */
export const appendedLateMs = 120_000

/** A deletion of what was received until a time. */
export interface Settleable {
  id: string
  /** Unix milliseconds. */
  receivedUntil: number
}

export interface SettledLogOptions {
  eventLog: Pick<EventLog, 'bounds' | 'lag'>
  /** Consumer group of the pipeline. */
  group: string
  /** Where what is deleted may come from. */
  topics: readonly TelemetryTopic[]
  /** How long after its time something of a deletion may still be appended. Milliseconds. */
  appendedLateMs: number
  clock: Clock
}

/** Tells whether everything that a deletion means has been stored and committed, so that none of it comes again. */
export interface SettledLog {
  /** Looks how far the log is. @returns which deletions are settled, as far as they are applied after the look. */
  look(): Promise<(deletion: Settleable) => boolean>
  forget(deletion: Settleable): void
}

/**
 * A batch that is planned and not committed is stored again after a crash, whatever was deleted meanwhile. So a deletion
 * is final when the group has committed all that the log held once every request from before the
 * deletion was surely in it.
 */
export function createSettledLog({ eventLog, group, clock, ...options }: SettledLogOptions): SettledLog {
  /** By deletion: how far the group must have come, by partition of a topic. */
  const targets = new Map<string, ReadonlyMap<string, number>>()
  return {
    look: async () => {
      const now = clock()
      const ends = await readEnds(eventLog, options.topics)
      // Looked at after the ends: what was appended in between makes the group seem further behind, never ahead.
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
