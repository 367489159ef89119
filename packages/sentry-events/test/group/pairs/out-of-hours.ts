import { readServiceSet } from './service-set.js'

/**
 * Pairs from a car-sharing firm, a dental lab, a translation agency, a theatre, a water utility and a ski resort, many of them about services
 * that cannot be reached. Judged and split at random before they were scored; the rules learned from the misses of one half.
 *
 * Sides `a` and `b` of a pair differ in values, hosts, lines, callers, refactorings or SDK versions.
 */
export const outOfHoursPairs = readServiceSet('out-of-hours', 'out of hours', ['kotlin'])
