import { readComparedNumber, readComparedTime, type ComparisonTerm } from '@signalbox/event-search'
import { refuse, type NamedTerm } from './search-context.js'

/** Searchable counts of an issue within a time range. */
export interface SearchedCounts {
  events: number
  users: number
  /** Unix milliseconds. */
  lastMs: number
}

/** True if the counts of an issue match the search. */
export type CountTest = (counts: SearchedCounts) => boolean

const holds: Record<ComparisonTerm['operator'], (left: number, right: number) => boolean> = {
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
}

/** Parses `times_seen:>100` or `users:<=5`. @throws ServiceError `invalid-parameters`. */
export function numberTest(term: NamedTerm, valueOf: (counts: SearchedCounts) => number): CountTest {
  const number = term.kind === 'comparison' ? readComparedNumber(term) : undefined
  if (term.kind !== 'comparison' || number === undefined) return refuse(term, 'expected a comparison such as >100')
  return (counts) => holds[term.operator](valueOf(counts), number) !== term.isNegated
}

/** Parses `last_seen:-24h` or `last_seen:<2026-05-17`. @throws ServiceError `invalid-parameters`. */
export function lastSeenTest(term: NamedTerm, now: number): CountTest {
  const { operator, ms } = comparedTimeOf(term, now)
  return ({ lastMs }) => holds[operator](lastMs, ms) !== term.isNegated
}

/** @throws ServiceError `invalid-parameters` if the term does not compare times. */
export function comparedTimeOf(term: NamedTerm, now: number) {
  const time = term.kind === 'comparison' ? readComparedTime(term, now) : undefined
  return time ?? refuse(term, 'expected a comparison such as >2026-05-17, or an age such as -24h')
}
