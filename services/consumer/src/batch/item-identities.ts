import type { LedgerKind } from '@signalbox/contracts'
import {
  identified,
  identityOfSpan,
  identitySeparator,
  type IdentifiedTable,
  type RootSpanRow,
  type RowsByTable,
  type SpanRow,
} from '@signalbox/telemetry-store/rows'
import { IdentitySet, type IdentityColumns } from './identity-set.js'
import type { ItemCount, ItemResult } from './item-result.js'
import type { RowSet } from './row-set.js'

/** Identities by table. Plain data: it can be sent between threads. */
export type IdentitiesByTable = { readonly [Table in IdentifiedTable]?: ReadonlySet<string> }

/** Identities of the rows of one table that a batch stores, in columns. Plain data. */
export interface BatchIdentities extends IdentityColumns {
  table: IdentifiedTable
  /** Of each, Unix milliseconds. */
  times: Float64Array
  /** Of each, 1 when the same item sent again would get the same time; see `ItemResult.hasOwnTimes`. */
  isTimeOwn: Uint8Array
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
  readonly #byTable: { readonly [Table in IdentifiedTable]: TableSieve<Table> }
  readonly #sieves: readonly { [Table in IdentifiedTable]: TableSieve<Table> }[IdentifiedTable][]

  /** @param stored what the store has of the batch's items: they are dropped. */
  constructor(stored: IdentitiesByTable = {}) {
    this.#byTable = {
      events: new TableSieve('events', stored.events),
      spans: new TableSieve('spans', stored.spans),
      check_ins: new TableSieve('check_ins', stored.check_ins),
      attachments: new TableSieve('attachments', stored.attachments),
    }
    this.#sieves = Object.values(this.#byTable)
  }

  /** To be called before every item: `undo` takes back what was added since. */
  begin(): void {
    for (const sieve of this.#sieves) sieve.begin()
  }

  /** To be called when the item turns out not to be stored. */
  undo(): void {
    for (const sieve of this.#sieves) sieve.undo()
  }

  /** @returns the item itself when all of it is new. */
  filter(item: ItemResult): ItemResult {
    const { rows, hasOwnTimes = false } = item
    const sifted = {
      events: this.#byTable.events.sift(rows.events, hasOwnTimes),
      spans: this.#byTable.spans.sift(rows.spans, hasOwnTimes),
      check_ins: this.#byTable.check_ins.sift(rows.check_ins, hasOwnTimes),
      attachments: this.#byTable.attachments.sift(rows.attachments, hasOwnTimes),
    } satisfies { [Table in IdentifiedTable]: RowSet[Table] }
    if (this.#sieves.every(({ repeated }) => repeated === 0)) return item
    const root_spans = rows.root_spans && withoutRepeatedRoots(rows.root_spans, sifted.spans ?? [])
    return { ...item, rows: { ...rows, ...sifted, root_spans }, counts: recount(item, this.#sieves) }
  }

  /** Of all that was kept. */
  list(): BatchIdentities[] {
    return this.#sieves.flatMap((sieve) => sieve.list())
  }
}

/** Of one table. */
class TableSieve<Table extends IdentifiedTable> {
  readonly table: Table
  /** Rows of the current item that were left out. */
  repeated = 0
  readonly #stored: ReadonlySet<string> | undefined
  readonly #kept = new IdentitySet()
  readonly #times: number[] = []
  readonly #isTimeOwn: number[] = []
  #sizeBefore = 0

  constructor(table: Table, stored: ReadonlySet<string> | undefined) {
    this.table = table
    this.#stored = stored
  }

  begin(): void {
    this.#sizeBefore = this.#kept.size
    this.repeated = 0
  }

  undo(): void {
    this.#kept.truncate(this.#sizeBefore)
    this.#times.length = this.#sizeBefore
    this.#isTimeOwn.length = this.#sizeBefore
  }

  /** @returns the rows without those that are known; themselves when none is. */
  sift(
    rows: readonly RowsByTable[Table][] | undefined,
    hasOwnTimes: boolean,
  ): readonly RowsByTable[Table][] | undefined {
    if (rows === undefined) return undefined
    let kept: RowsByTable[Table][] | undefined
    for (const [index, row] of rows.entries()) {
      if (this.#add(row, hasOwnTimes)) kept?.push(row)
      else kept ??= rows.slice(0, index)
    }
    this.repeated = kept ? rows.length - kept.length : 0
    return kept ?? rows
  }

  list(): BatchIdentities[] {
    if (this.#kept.size === 0) return []
    const times = Float64Array.from(this.#times)
    const isTimeOwn = Uint8Array.from(this.#isTimeOwn)
    return [{ table: this.table, ...this.#kept.toColumns(), times, isTimeOwn }]
  }

  /** @returns whether the row is new. */
  #add(row: RowsByTable[Table], hasOwnTimes: boolean): boolean {
    const { identityOf, timeOf } = identified[this.table]
    const identity = identityOf(row)
    if (identity === undefined) return true
    if (this.#stored?.has(identity.join(identitySeparator)) === true || !this.#kept.add(identity)) return false
    this.#times.push(timeOf(row))
    this.#isTimeOwn.push(Number(hasOwnTimes))
    return true
  }
}

/** A root is stored a second time, beside its span: the copy goes where the span goes. */
function withoutRepeatedRoots(roots: readonly RootSpanRow[], spans: readonly SpanRow[]): RootSpanRow[] {
  const identities = new Set(spans.map((span) => identityOfSpan(span).join(identitySeparator)))
  return roots.filter((root) => identities.delete(identityOfSpan(root).join(identitySeparator)))
}

function recount({ counts }: ItemResult, sieves: readonly { table: IdentifiedTable; repeated: number }[]): ItemCount[] {
  const recounted = counts.map((count) => ({ ...count }))
  for (const { table, repeated: quantity } of sieves) {
    if (quantity === 0) continue
    const kind = kindOfTable[table]
    const stored = recounted.find((count) => count.kind === kind && count.outcome === 'stored')
    if (stored) stored.quantity -= quantity
    recounted.push({ kind, outcome: 'dropped', reason: 'duplicate', quantity })
  }
  return recounted.filter(({ quantity }) => quantity > 0)
}
