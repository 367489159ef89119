import type { OutcomeCount } from '@signalbox/contracts'

/** Outcomes of received items, in column order. */
export const ledgerColumns = ['stored', 'dropped', 'rate_limited', 'dead_lettered'] as const
export type LedgerColumn = (typeof ledgerColumns)[number]

/** Outcomes of items of one kind. */
export type LedgerLine = { kind: string; received: number } & Record<LedgerColumn, number>

/**
 * The ledger by kind, largest first. Items discarded by SDKs and replayed items are not part of it.
 * @param counts by kind and outcome.
 */
export function readLedger(counts: readonly OutcomeCount[]): LedgerLine[] {
  const lines = new Map<string, LedgerLine>()
  for (const { kind = 'unknown', outcome, quantity } of counts) {
    if (!isColumn(outcome)) continue
    const line = lines.get(kind) ?? { kind, received: 0, stored: 0, dropped: 0, rate_limited: 0, dead_lettered: 0 }
    line[outcome] += quantity
    line.received += quantity
    lines.set(kind, line)
  }
  return [...lines.values()].toSorted((a, b) => b.received - a.received)
}

function isColumn(outcome: OutcomeCount['outcome']): outcome is LedgerColumn {
  return outcome !== undefined && ledgerColumns.some((column) => column === outcome)
}

/** `check_in` as `Check ins`. */
export function namePlural(kind: string): string {
  const name = nameKind(kind)
  return /(?:s|feedback)$/.test(name) ? name : `${name}s`
}

/** `check_in` as `Check in`. */
export function nameKind(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
