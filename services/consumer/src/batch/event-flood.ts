import { minuteMs } from '@signalbox/contracts'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { EventReservoir, isLower, rankOf, type FloodEvent } from './event-reservoir.js'

/** A row with its position among the events of the batch. */
export interface OrderedRow {
  row: EventRow
  order: number
}

/** Events that queries count together: same level, release, environment and minute. */
interface Cell {
  timesSeen: number
  /** Represents the cell if none of its other events is stored. */
  lowest: FloodEvent
}

/**
 * More events of one fingerprint than are stored in full. Stored are the earliest and the latest by timestamp, so that
 * an issue's times stay exact; a sample; and at least one event of each cell, so that every count stays exact.
 */
export class EventFlood {
  readonly #reservoir: EventReservoir
  readonly #cells = new Map<string, Cell>()
  #earliest: FloodEvent | undefined
  #latest: FloodEvent | undefined

  /** @param keptMax Number of events to store, at least 3, plus one for each cell that would otherwise have none. */
  constructor(keptMax: number) {
    this.#reservoir = new EventReservoir(keptMax - 2)
  }

  add({ row, order }: OrderedRow): void {
    const event = { row, order, rank: rankOf(row.event_id) }
    this.#reservoir.add(event)
    this.#addToCell(event)
    if (this.#earliest === undefined || row.timestamp < this.#earliest.row.timestamp) this.#earliest = event
    if (this.#latest === undefined || row.timestamp >= this.#latest.row.timestamp) this.#latest = event
  }

  /** The stored rows; in each cell their `times_seen` add up to the number of events added. */
  rows(): OrderedRow[] {
    const keptByCell = new Map<string, FloodEvent[]>()
    for (const event of new Set([this.#earliest, this.#latest, ...this.#reservoir.events()])) {
      if (event === undefined) continue
      const key = cellKey(event.row)
      const kept = keptByCell.get(key)
      if (kept === undefined) keptByCell.set(key, [event])
      else kept.push(event)
    }
    return [...this.#cells].flatMap(([key, cell]) => shareOut(cell, keptByCell.get(key) ?? [cell.lowest]))
  }

  #addToCell(event: FloodEvent): void {
    const key = cellKey(event.row)
    const cell = this.#cells.get(key)
    if (cell === undefined) {
      this.#cells.set(key, { timesSeen: event.row.times_seen, lowest: event })
      return
    }
    cell.timesSeen += event.row.times_seen
    if (isLower(event, cell.lowest)) cell.lowest = event
  }
}

function cellKey({ level, release, environment, timestamp }: EventRow): string {
  return `${Math.floor(timestamp / minuteMs)}\n${level}\n${release}\n${environment}`
}

/** Distributes the count as evenly as integers allow; the first rows get the remainder. */
function shareOut({ timesSeen }: Cell, kept: readonly FloodEvent[]): OrderedRow[] {
  const share = Math.floor(timesSeen / kept.length)
  const left = timesSeen % kept.length
  return kept
    .toSorted((one, other) => one.order - other.order)
    .map(({ row, order }, index) => ({ row: { ...row, times_seen: index < left ? share + 1 : share }, order }))
}
