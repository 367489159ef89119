import { readServiceSet } from './service-set.js'

/**
 * Pairs from a bakery chain, a museum, a ferry operator, a vet clinic, a recycling firm and a radio station. Representative of what a team
 * sees in a month; judged and split at random before they were scored; the rules learned from their misses.
 *
 * Sides `a` and `b` of a pair differ in values, hosts, lines, callers, refactorings or SDK versions.
 */
export const onWatchPairs = readServiceSet('on-watch', 'on watch', ['kotlin'])
