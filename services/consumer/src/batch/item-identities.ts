import type { LedgerKind } from '@signalbox/contracts'
import {
  identified,
  identityOfSpan,
  type IdentifiedTable,
  type RootSpanRow,
  type RowsByTable,
} from '@signalbox/telemetry-store/rows'
import type { ItemCount, ItemResult } from './item-result.js'
import type { RowSet } from './row-set.js'

/** Identities by table. Plain data: it can be sent between threads. */
export type IdentitiesByTable = { readonly [Table in IdentifiedTable]?: ReadonlySet<string> }

/** Identities of the rows of one table that a batch stores, in columns. Plain data. */
export interface BatchIdentities {
  table: IdentifiedTable
  /** One a line: many texts travel between threads slower than one. */
  lines: string
  /** Of each, Unix milliseconds. */
  times: Float64Array
  /** Of each, 1 when the same item sent again would get the same time; see `ItemResult.hasOwnTimes`. */
  isTimeOwn: Uint8Array
}

/** An item without what is stored already, and what has to be remembered once its rows were added. */
export interface FilteredItem {
  result: ItemResult
  fresh: readonly FreshIdentity[]
}

interface FreshIdentity {
  table: IdentifiedTable
  identity: string
  time: number
  isTimeOwn: boolean
}

/** What the rows of a table count as in the ledger. */
const kindOfTable = {
  events: 'error',
  spans: 'span',
  check_ins: 'check_in',
  attachments: 'attachment',
} satisfies { [Table in IdentifiedTable]: LedgerKind }

/** Leaves out of the items of one batch what the batch holds already, and what is known to be stored. */
export class ItemIdentities {
  readonly #stored: IdentitiesByTable
  readonly #kept = new Map<IdentifiedTable, Map<string, FreshIdentity>>()

  /** @param stored what the store has of the batch's items: they are dropped. */
  constructor(stored: IdentitiesByTable = {}) {
    this.#stored = stored
  }

  /** Changes nothing: an item may still turn out not to be stored. */
  filter(item: ItemResult): FilteredItem {
    const { rows } = item
    const sieve = new Sieve(item.hasOwnTimes === true, (table, identity) => this.#isKnown(table, identity))
    const sifted = {
      events: sieve.sift('events', rows.events),
      spans: sieve.sift('spans', rows.spans),
      check_ins: sieve.sift('check_ins', rows.check_ins),
      attachments: sieve.sift('attachments', rows.attachments),
    } satisfies { [Table in IdentifiedTable]: RowSet[Table] }
    const { fresh, repeated } = sieve
    if (repeated.size === 0) return { result: item, fresh }
    const root_spans = rows.root_spans && withoutRepeatedRoots(rows.root_spans, fresh)
    return { result: { ...item, rows: { ...rows, ...sifted, root_spans }, counts: recount(item, repeated) }, fresh }
  }

  /** To be called when the rows of the item were added. */
  keep({ fresh }: FilteredItem): void {
    for (const each of fresh) {
      let kept = this.#kept.get(each.table)
      if (!kept) this.#kept.set(each.table, (kept = new Map<string, FreshIdentity>()))
      kept.set(each.identity, each)
    }
  }

  /** Of all that was kept. */
  list(): BatchIdentities[] {
    return [...this.#kept].map(([table, kept]) => ({
      table,
      lines: [...kept.keys()].join('\n'),
      times: Float64Array.from(kept.values(), ({ time }) => time),
      isTimeOwn: Uint8Array.from(kept.values(), ({ isTimeOwn }) => Number(isTimeOwn)),
    }))
  }

  #isKnown(table: IdentifiedTable, identity: string): boolean {
    return this.#kept.get(table)?.has(identity) === true || this.#stored[table]?.has(identity) === true
  }
}

/** Sifts the rows of one item, which may hold the same one twice. */
class Sieve {
  readonly fresh: FreshIdentity[] = []
  /** Rows left out, by table. */
  readonly repeated = new Map<IdentifiedTable, number>()
  readonly #hasOwnTimes: boolean
  readonly #isKnown: (table: IdentifiedTable, identity: string) => boolean

  constructor(hasOwnTimes: boolean, isKnown: (table: IdentifiedTable, identity: string) => boolean) {
    this.#hasOwnTimes = hasOwnTimes
    this.#isKnown = isKnown
  }

  sift<Table extends IdentifiedTable>(
    table: Table,
    rows: readonly RowsByTable[Table][] | undefined,
  ): readonly RowsByTable[Table][] | undefined {
    if (rows === undefined) return undefined
    const { identityOf, timeOf } = identified[table]
    const seen = rows.length > 1 ? new Set<string>() : undefined
    const kept = rows.filter((row) => {
      const identity = identityOf(row)
      if (identity === undefined) return true
      if (seen?.has(identity) === true || this.#isKnown(table, identity)) return false
      seen?.add(identity)
      this.fresh.push({ table, identity, time: timeOf(row), isTimeOwn: this.#hasOwnTimes })
      return true
    })
    if (kept.length < rows.length) this.repeated.set(table, rows.length - kept.length)
    return kept
  }
}

/** A root is stored a second time, beside its span: the copy goes where the span goes. */
function withoutRepeatedRoots(roots: readonly RootSpanRow[], fresh: readonly FreshIdentity[]): RootSpanRow[] {
  const spans = new Set(fresh.flatMap(({ table, identity }) => (table === 'spans' ? [identity] : [])))
  return roots.filter((root) => spans.delete(identityOfSpan(root)))
}

function recount({ counts }: ItemResult, repeated: ReadonlyMap<IdentifiedTable, number>): ItemCount[] {
  const recounted = counts.map((count) => ({ ...count }))
  for (const [table, quantity] of repeated) {
    const kind = kindOfTable[table]
    const stored = recounted.find((count) => count.kind === kind && count.outcome === 'stored')
    if (stored) stored.quantity -= quantity
    recounted.push({ kind, outcome: 'dropped', reason: 'duplicate', quantity })
  }
  return recounted.filter(({ quantity }) => quantity > 0)
}
