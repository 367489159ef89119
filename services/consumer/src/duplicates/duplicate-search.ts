import { limits } from '@signalbox/contracts'
import type { LogBatch } from '@signalbox/event-log'
import type { StoredSearch, TelemetryWriter } from '@signalbox/telemetry-store'
import type { IdentifiedTable } from '@signalbox/telemetry-store/rows'
import type { BatchIdentities, IdentitiesByTable } from '../batch/item-identities.js'
import { readIdentity } from '../batch/identity-set.js'
import { addToQueries, type IdentityQuery, type SearchWindow } from './identity-query.js'
import { RecentItems } from './recent-items.js'
import { StoredFrontier, type RememberedTable } from './stored-frontier.js'

type Range = Pick<LogBatch, 'topic' | 'partition' | 'start' | 'end'>

/** Finds items of batches that are already stored. */
export interface DuplicateSearch {
  /**
   * Must be called once for every batch, in storage order; the returned function may only be called once the previous
   * batch is stored.
   * @returns A function that queries the store; it may be called again after a failure. Rows of the batch itself don't
   * count.
   */
  begin(batch: Range, identities: readonly BatchIdentities[]): () => Promise<IdentitiesByTable>
}

interface DuplicateSearchOptions {
  /**
   * False if a consumer may store items of the same partitions at the same time: every item is then looked up. Default:
   * true.
   */
  ownsPartitions?: boolean
}

/** What is known about one partition of the log. */
interface Coverage {
  /** Where the next batch begins if no other consumer had the partition in between. */
  next: number
  /** What was stored before; rows that came later were created here. */
  frontiers: Frontiers
}

type Frontiers = { readonly [Table in RememberedTable]: StoredFrontier }

type Store = Pick<TelemetryWriter, 'findStored' | 'findLastTime' | 'findNewest'>

const { halfMax, lookedUpEventsMax } = limits.recentItems

/**
 * Items with the same identity are in the same partition of the log, so all of them pass through here in order. This
 * remembers what it has processed, and the newest rows stored when the partition was assigned: an item newer than the
 * other rows that isn't remembered is new. The store is queried for the others: those that may have been seen, and
 * those as old as what other consumers stored.
 */
export function createDuplicateSearch(
  writer: Store,
  { ownsPartitions = true }: DuplicateSearchOptions = {},
): DuplicateSearch {
  const recent = new RecentItems(halfMax)
  const coverages = new Map<string, Coverage>()

  const frontiersOf = (batch: Range): Frontiers => {
    const known = coverages.get(nameOf(batch))
    if (known?.next === batch.start) return known.frontiers
    return { events: new StoredFrontier(writer, 'events'), spans: new StoredFrontier(writer, 'spans') }
  }

  return {
    begin: (batch, identities) => {
      let questions: readonly StoredSearch[] | undefined
      return async () => {
        if (!questions) {
          const frontiers = frontiersOf(batch)
          if (ownsPartitions) await Promise.all(identities.map((each) => reachFrontier(frontiers, each)))
          coverages.set(nameOf(batch), { next: batch.end, frontiers })
          questions = identities.flatMap((each) => toSearches(each, { batch, recent, frontiers }))
        }
        return searchAll(writer, questions)
      }
    },
  }
}

const nameOf = ({ topic, partition }: Range) => `${topic}:${partition}`

interface Known {
  batch: Range
  recent: RecentItems
  frontiers: Frontiers
}

async function reachFrontier(frontiers: Frontiers, { table, times }: BatchIdentities): Promise<void> {
  if (isRemembered(table)) await frontiers[table].reach(times)
}

const isRemembered = (table: IdentifiedTable): table is RememberedTable => table === 'events' || table === 'spans'

/** The query window for one item, by its index among those of its table; undefined for one that is certainly new. */
type Choose = (index: number) => SearchWindow | undefined

function toSearches(identities: BatchIdentities, known: Known): StoredSearch[] {
  const { table, times } = identities
  const choose = chooserOf(identities, known)
  const questions = new Map<string, IdentityQuery>()
  for (let index = 0; index < times.length; index += 1) {
    const window = choose(index)
    if (window) addToQueries(questions, window, { identity: readIdentity(identities, index), time: times[index] ?? 0 })
  }
  const { topic, partition, start, end } = known.batch
  return [...questions.values()].map((question) => ({ table, except: { topic, partition, start, end }, ...question }))
}

function chooserOf({ table, times, hashes, isTimeOwn }: BatchIdentities, { recent, frontiers }: Known): Choose {
  if (!isRemembered(table)) return () => 'day'
  const frontier = frontiers[table]
  // A few events are cheap to query, even those that are resent with a different time.
  const areFew = table === 'events' && times.length <= lookedUpEventsMax
  return (index) => {
    const time = times[index] ?? 0
    const item = { place: hashes[index * 2] ?? 0, mark: hashes[index * 2 + 1] ?? 0, time }
    const mayBeKnown = recent.add(item) || frontier.has(item)
    if (areFew || mayBeKnown || isTimeOwn[index] !== 1) return 'day'
    return time > frontier.since && time > recent.forgottenUntil ? undefined : 'time'
  }
}

async function searchAll(
  writer: Pick<TelemetryWriter, 'findStored'>,
  questions: readonly StoredSearch[],
): Promise<IdentitiesByTable> {
  const found: { [Table in IdentifiedTable]?: Set<string> } = {}
  for (const question of questions) {
    for (const identity of await writer.findStored(question)) {
      const stored = (found[question.table] ??= new Set())
      stored.add(identity)
    }
  }
  return found
}
