import type { EventLog, EventLogConsumer, LogBatch, LogRecord } from '@signalbox/event-log'
import { setTimeout as delay } from 'node:timers/promises'

/** Appends small records as fast as they are acknowledged. */
export interface Writers {
  /** In acknowledgement order. A rejected record is not sent again. */
  readonly acknowledged: string[]
  /** Milliseconds between two acknowledgements, or until now, measured by `performance.now`. */
  longestPauseMs(since: number): number
  stop(): Promise<void>
}

const writersMax = 8
/** Delay between a writer's records, so that the load is steady rather than the maximum. */
const restMs = 5

export function startWriters(log: Pick<EventLog, 'append'>): Writers {
  const acknowledged: string[] = []
  const times: number[] = []
  const stopping = new AbortController()
  let count = 0
  const write = async () => {
    while (!stopping.signal.aborted) {
      const name = `record ${(count += 1)}`
      const isTaken = await log.append('envelopes', [{ headers: {}, value: Buffer.from(name), rows: 1 }]).then(
        () => true,
        () => false,
      )
      if (isTaken) {
        acknowledged.push(name)
        times.push(performance.now())
      }
      await delay(restMs)
    }
  }
  const running = Promise.all(Array.from({ length: writersMax }, write))
  return {
    acknowledged,
    longestPauseMs: (since) => {
      const after = [since, ...times.filter((time) => time >= since), performance.now()]
      return Math.max(...after.map((time, index) => time - (after[index - 1] ?? time)))
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Stores a consumer's batches like the pipeline: planned, stored and committed. */
export interface Reader {
  /** How often each record was stored. A repeated batch is looked up before it is stored, as usual. */
  readonly stored: ReadonlyMap<string, number>
  stop(): Promise<void>
}

export function startReader(consumer: EventLogConsumer, nameOf: (record: LogRecord) => string = textOf): Reader {
  const stored = new Map<string, number>()
  const stopping = new AbortController()
  const store = (batch: LogBatch) => {
    for (const each of batch.records) {
      const name = nameOf(each)
      if (!(batch.repeated && stored.has(name))) stored.set(name, (stored.get(name) ?? 0) + 1)
    }
  }
  const storeNext = async () => {
    const batch = await consumer.nextBatch('envelopes', stopping.signal)
    if (!batch) return
    await retry(() => consumer.plan(batch), stopping.signal)
    store(batch)
    await retry(() => consumer.commit(batch), stopping.signal)
  }
  const running = (async () => {
    while (!stopping.signal.aborted) await storeNext().catch(leaveToOthers)
  })()
  return {
    stored,
    stop: async () => {
      stopping.abort()
      await running
      await consumer.close()
    },
  }
}

/** Retries while the brokers are down, like the pipeline. */
async function retry(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (reasonOf(error) !== 'unavailable' || signal.aborted) throw error
      await delay(100)
    }
  }
}

/** Records reassigned to another consumer are delivered again. */
function leaveToOthers(error: unknown): void {
  if (reasonOf(error) !== 'reassigned') throw error
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && 'reason' in error ? String(error.reason) : undefined
}

const textOf = ({ value }: LogRecord) => Buffer.from(value).toString()
