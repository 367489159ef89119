import type { PreparedInsert } from '@signalbox/telemetry-store/rows'
import type { NewestItems, TelemetryWriter, WriteReport, WriteRequest } from '@signalbox/telemetry-store'

export type Failure = 'before-insert' | 'after-insert'

/**
 * An in-memory store with the writer's guarantee: a repeated batch is inserted only where it is missing, and one not
 * marked as repeated is inserted in any case. It fails on demand.
 */
export class FakeWriter implements TelemetryWriter {
  readonly requests: WriteRequest[] = []
  /** How often a batch's rows were inserted, by its position. */
  readonly inserted = new Map<string, number>()
  readonly failures: Failure[] = []

  write(request: WriteRequest): Promise<WriteReport> {
    this.requests.push(request)
    const failure = this.failures.shift()
    if (failure === 'before-insert') return Promise.reject(new Error('the store is away'))
    const report = this.#insert(request)
    return failure === undefined ? Promise.resolve(report) : Promise.reject(new Error('the connection broke'))
  }

  /** It stores only row counts, so it never finds duplicates. */
  findStored(): Promise<string[]> {
    return Promise.resolve([])
  }

  findLastTime(): Promise<number> {
    return Promise.resolve(0)
  }

  findNewest(): Promise<NewestItems> {
    return Promise.resolve({ identities: [], since: 0 })
  }

  #insert({ position, inserts, repeated }: WriteRequest): WriteReport {
    const key = `${position.topic}:${position.partition}:${position.start}`
    const times = this.inserted.get(key) ?? 0
    if (repeated && times > 0) return { rowsInserted: 0, daysPresent: inserts.length, daysRepaired: 0 }
    this.inserted.set(key, times + 1)
    return { rowsInserted: countRows(inserts), daysPresent: 0, daysRepaired: 0 }
  }
}

export function countRows(inserts: readonly PreparedInsert[]): number {
  return inserts.flatMap(({ days }) => days).reduce((sum, { rows }) => sum + rows, 0)
}

/** Rows by table. */
export function rowsByTable(inserts: readonly PreparedInsert[]): Record<string, number> {
  return Object.fromEntries(inserts.map((insert) => [insert.table, countRows([insert])]))
}
