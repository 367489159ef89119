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

/** Identities by table. Plain data that can be sent between threads. */
export type IdentitiesByTable = { readonly [Table in IdentifiedTable]?: ReadonlySet<string> }

/** Identities of the rows that a batch stores in one table, in columns. Plain data. */
export interface BatchIdentities extends IdentityColumns {
  table: IdentifiedTable
  /** Time of each, Unix milliseconds. */
  times: Float64Array
  /** For each, 1 if the same item would get the same time when resent; see `ItemResult.hasOwnTimes`. */
  isTimeOwn: Uint8Array
}

/** The ledger kind of a table's rows. */
const kindOfTable = {
  events: 'error',
  spans: 'span',
  check_ins: 'check_in',
  attachments: 'attachment',
  feedback: 'feedback',
} satisfies { [Table in IdentifiedTable]: LedgerKind }

/** Removes items that are already in the batch or in the store. */
export class ItemIdentities {
  readonly #byTable: { readonly [Table in IdentifiedTable]: TableDeduplicator<Table> }
  readonly #deduplicators: readonly { [Table in IdentifiedTable]: TableDeduplicator<Table> }[IdentifiedTable][]

  /** @param stored The items of the batch that are already stored: they are dropped. */
  constructor(stored: IdentitiesByTable = {}) {
    this.#byTable = {
      events: new TableDeduplicator('events', stored.events),
      spans: new TableDeduplicator('spans', stored.spans),
      check_ins: new TableDeduplicator('check_ins', stored.check_ins),
      attachments: new TableDeduplicator('attachments', stored.attachments),
      feedback: new TableDeduplicator('feedback', stored.feedback),
    }
    this.#deduplicators = Object.values(this.#byTable)
  }

  /** Must be called before every item: `undo` removes what was added since. */
  begin(): void {
    for (const deduplicator of this.#deduplicators) deduplicator.begin()
  }

  /** Must be called if the item turns out not to be stored. */
  undo(): void {
    for (const deduplicator of this.#deduplicators) deduplicator.undo()
  }

  /** @returns The item itself if all of it is new. */
  filter(item: ItemResult): ItemResult {
    const { rows, hasOwnTimes = false } = item
    const sifted = {
      events: this.#byTable.events.sift(rows.events, hasOwnTimes),
      spans: this.#byTable.spans.sift(rows.spans, hasOwnTimes),
      check_ins: this.#byTable.check_ins.sift(rows.check_ins, hasOwnTimes),
      attachments: this.#byTable.attachments.sift(rows.attachments, hasOwnTimes),
      feedback: this.#byTable.feedback.sift(rows.feedback, hasOwnTimes),
    } satisfies { [Table in IdentifiedTable]: RowSet[Table] }
    if (this.#deduplicators.every(({ repeated }) => repeated === 0)) return item
    const root_spans = rows.root_spans && withoutRepeatedRoots(rows.root_spans, sifted.spans ?? [])
    return { ...item, rows: { ...rows, ...sifted, root_spans }, counts: recount(item, this.#deduplicators) }
  }

  /** Identities of all rows that were kept. */
  list(): BatchIdentities[] {
    return this.#deduplicators.flatMap((deduplicator) => deduplicator.list())
  }
}

/** Deduplicates the rows of one table. */
class TableDeduplicator<Table extends IdentifiedTable> {
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

  /** @returns The rows without known ones; the same array if none is known. */
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

  /** @returns Whether the row is new. */
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

/** Root spans are stored in a second table; the copy is dropped along with its span. */
function withoutRepeatedRoots(roots: readonly RootSpanRow[], spans: readonly SpanRow[]): RootSpanRow[] {
  const identities = new Set(spans.map((span) => identityOfSpan(span).join(identitySeparator)))
  return roots.filter((root) => identities.delete(identityOfSpan(root).join(identitySeparator)))
}

function recount(
  { counts }: ItemResult,
  deduplicators: readonly { table: IdentifiedTable; repeated: number }[],
): ItemCount[] {
  const recounted = counts.map((count) => ({ ...count }))
  for (const { table, repeated: quantity } of deduplicators) {
    if (quantity === 0) continue
    const kind = kindOfTable[table]
    const stored = recounted.find((count) => count.kind === kind && count.outcome === 'stored')
    if (stored) stored.quantity -= quantity
    recounted.push({ kind, outcome: 'dropped', reason: 'duplicate', quantity })
  }
  return recounted.filter(({ quantity }) => quantity > 0)
}
