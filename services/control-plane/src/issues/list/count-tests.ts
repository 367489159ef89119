import { readComparedNumber, readComparedTime, type ComparisonTerm } from '@signalbox/event-search'
import { refuse, type NamedTerm } from './search-context.js'

/** What a range knows of an issue, as far as it can be searched for. */
export interface SearchedCounts {
  events: number
  users: number
  /** Unix milliseconds. */
  lastMs: number
}

/** Whether the counts of an issue are as a search wants them. */
export type CountTest = (counts: SearchedCounts) => boolean

const holds: Record<ComparisonTerm['operator'], (left: number, right: number) => boolean> = {
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
}

/** `times_seen:>100`, `users:<=5`. @throws ServiceError `invalid-parameters`. */
export function numberTest(term: NamedTerm, valueOf: (counts: SearchedCounts) => number): CountTest {
  const number = term.kind === 'comparison' ? readComparedNumber(term) : undefined
  if (term.kind !== 'comparison' || number === undefined) return refuse(term, 'expected a comparison such as >100')
  return (counts) => holds[term.operator](valueOf(counts), number) !== term.isNegated
}

/** `last_seen:-24h`, `last_seen:<2026-05-17`. @throws ServiceError `invalid-parameters`. */
export function lastSeenTest(term: NamedTerm, now: number): CountTest {
  const { operator, ms } = comparedTimeOf(term, now)
  return ({ lastMs }) => holds[operator](lastMs, ms) !== term.isNegated
}

/** @throws ServiceError `invalid-parameters` for what compares no times. */
export function comparedTimeOf(term: NamedTerm, now: number) {
  const time = term.kind === 'comparison' ? readComparedTime(term, now) : undefined
  return time ?? refuse(term, 'expected a comparison such as >2026-05-17, or an age such as -24h')
}
