import { limits } from '@signalbox/contracts'
import { StoreError, type QueryLane, type QueryLine } from './reader.js'

export interface FairQueueOptions {
  /** Maximum concurrent queries. One slot is reserved for the installation's own queries, unless there is only one. */
  runningMax: number
  /** Maximum number of waiting queries across all lines. */
  waitingMax: number
  /** Unix milliseconds; used for how long a line stays closed. */
  clock?: () => number
}

interface Line {
  of: QueryLine
  waiting: (() => void)[]
}

/** How long SQL queries of an organization are refused after one of them brought the engine down. */
const closedForMs = 60_000

/**
 * Runs queries round-robin across lines, however many queries wait in each. A line is one organization's queries in one
 * lane. To keep slots available for others, no organization and no lane except `pages` can use all slots, and free SQL
 * gets a quarter of them.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>
  /** Slots for lines. */
  readonly #places: number
  readonly #organizationMax: number
  readonly #laneMax: Readonly<Record<QueryLane, number>>
  /** Lines with waiting queries, in scheduling order. */
  readonly #lines = new Map<string, Line>()
  readonly #own: (() => void)[] = []
  readonly #closedUntil = new Map<string, number>()
  /** Running queries by lane and by organization. */
  readonly #running = new Map<string, number>()
  #ownRunning = 0
  #linedRunning = 0
  #waiting = 0

  constructor({ clock = Date.now, ...options }: FairQueueOptions) {
    this.#options = { ...options, clock }
    const { runningMax } = options
    this.#places = Math.max(1, runningMax - 1)
    this.#organizationMax = Math.max(1, this.#places - 1)
    const sql = Math.max(1, Math.floor(runningMax / 4))
    this.#laneMax = { pages: this.#places, automation: this.#organizationMax, sql }
  }

  /**
   * @param line Line of the query; undefined for the installation's own queries.
   * @throws StoreError `overloaded` immediately if its line or the queue is full, or if its line is closed.
   */
  async run<Result>(line: QueryLine | undefined, task: () => Promise<Result>): Promise<Result> {
    const turn = this.#wait(line)
    this.#serve()
    await turn
    try {
      return await task()
    } catch (error) {
      if (line?.lane === 'sql' && error instanceof StoreError && error.endedEngine) this.#close(line)
      throw error
    } finally {
      if (line === undefined) this.#ownRunning -= 1
      else this.#occupy(line, -1)
      this.#serve()
    }
  }

  /** Synchronous until the query is queued. */
  async #wait(of: QueryLine | undefined): Promise<void> {
    if (this.#waiting >= this.#options.waitingMax) throw full(this.#waiting)
    const waiting = of === undefined ? this.#own : this.#join(of)
    this.#waiting += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  #join(of: QueryLine): (() => void)[] {
    const key = keyOf(of)
    this.#refuseClosed(key)
    const line = this.#lines.get(key) ?? { of, waiting: [] }
    if (line.waiting.length >= limits.query.queueLengthMax[of.lane]) throw full(line.waiting.length)
    this.#lines.set(key, line)
    return line.waiting
  }

  #serve(): void {
    while (this.#own.length > 0 && this.#ownRunning + this.#linedRunning < this.#options.runningMax) {
      this.#ownRunning += 1
      this.#begin(this.#own)
    }
    for (const [key, line] of [...this.#lines]) {
      if (!this.#hasPlace(line.of)) continue
      this.#occupy(line.of, 1)
      this.#begin(line.waiting)
      this.#lines.delete(key)
      // Moves the line to the back of the queue.
      if (line.waiting.length > 0) this.#lines.set(key, line)
    }
  }

  #begin(waiting: (() => void)[]): void {
    this.#waiting -= 1
    waiting.shift()?.()
  }

  #hasPlace({ lane, organizationId }: QueryLine): boolean {
    return (
      this.#linedRunning < this.#places &&
      this.#ownRunning + this.#linedRunning < this.#options.runningMax &&
      this.#count(lane) < this.#laneMax[lane] &&
      this.#count(organizationId) < this.#organizationMax
    )
  }

  #occupy({ lane, organizationId }: QueryLine, change: 1 | -1): void {
    this.#linedRunning += change
    for (const name of [lane, organizationId]) {
      const running = this.#count(name) + change
      if (running === 0) this.#running.delete(name)
      else this.#running.set(name, running)
    }
  }

  #count(name: string): number {
    return this.#running.get(name) ?? 0
  }

  #close(line: QueryLine): void {
    this.#closedUntil.set(keyOf(line), this.#options.clock() + closedForMs)
  }

  #refuseClosed(key: string): void {
    const until = this.#closedUntil.get(key)
    if (until === undefined) return
    if (this.#options.clock() >= until) this.#closedUntil.delete(key)
    else throw new StoreError('overloaded', 'A SELECT of this organization crashed the analytics engine')
  }
}

const keyOf = ({ lane, organizationId }: QueryLine) => `${lane}:${organizationId}`

const full = (waiting: number) => new StoreError('overloaded', `${waiting} queries are waiting for the analytics store`)
