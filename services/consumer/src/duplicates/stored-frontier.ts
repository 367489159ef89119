import { limits } from '@signalbox/contracts'
import { identitySeparator } from '@signalbox/telemetry-store/rows'
import type { TelemetryWriter } from '@signalbox/telemetry-store'
import { IdentitySet } from '../batch/identity-set.js'
import { RecentItems, type ItemHash } from './recent-items.js'

/** Tables whose items are remembered. */
export type RememberedTable = 'events' | 'spans'

type Store = Pick<TelemetryWriter, 'findLastTime' | 'findNewest'>

/** How much older than the median of a batch its items may be without being looked up. */
const marginMs = 10_000

const { newestMax } = limits.recentItems

/**
 * The newest time at which other consumers may have stored items of a table before this one took over the partition.
 * A few senders whose clocks are ahead would move it into the future, and every item would be looked up until then.
 * The newest rows are therefore cached by id, and the time is that of the newest row that isn't.
 */
export class StoredFrontier {
  readonly #store: Store
  readonly #table: RememberedTable
  #since: number | undefined
  #newest: RecentItems | undefined

  constructor(store: Store, table: RememberedTable) {
    this.#store = store
    this.#table = table
  }

  /** Unix milliseconds: an item newer than this that `has` doesn't know wasn't stored by others. */
  get since(): number {
    return this.#since ?? Infinity
  }

  /** False is certain for items newer than `since`. */
  has(item: ItemHash): boolean {
    return this.#newest?.has(item) ?? false
  }

  /**
   * Must be called for every batch before its items are judged, once the previous batch is stored.
   * @param times Of the batch's items of this table.
   */
  async reach(times: Float64Array): Promise<void> {
    const last = (this.#since ??= await this.#store.findLastTime(this.#table))
    if (this.#newest || times.every((time) => time > last)) return
    const middle = medianOf(times)
    // A few old items among newer ones are cheap to query.
    if (middle > last) return
    // No clock is further ahead; scanning the rows of a long backlog would take longer than the queries that it saves.
    const from = Math.max(middle, last - limits.time.aheadMsMax) - marginMs
    const { identities, since } = await this.#store.findNewest({ table: this.#table, from, rowsMax: newestMax })
    this.#newest = remember(identities)
    this.#since = Math.min(last, since)
  }
}

const medianOf = (times: Float64Array) => times.toSorted()[times.length >> 1] ?? 0

function remember(texts: readonly string[]): RecentItems {
  const identities = new IdentitySet()
  for (const text of texts) identities.add(text.split(identitySeparator))
  const { hashes } = identities.toColumns()
  // One more than there are, so that none is evicted.
  const items = new RecentItems(identities.size + 1)
  for (let index = 0; index < hashes.length; index += 2) {
    items.add({ place: hashes[index] ?? 0, mark: hashes[index + 1] ?? 0, time: 0 })
  }
  return items
}
