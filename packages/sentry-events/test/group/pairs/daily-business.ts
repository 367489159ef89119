import { readServiceSet } from './service-set.js'

/**
 * Pairs from ordinary web services: time sheets, a translation bureau, coworking desks, waste collection, a driving school, an
 * optician, a dog kennel, a florist, a housing association and a car dealer. Judged before any grouping rule ran
 * on the events, and split at random into two halves that were examined one after the other.
 *
 * Build `b` differs from `a` in ids, values, lines, edited neighbors and the SDK version (Ruby: the same SDK). In Python and Node, `b`
 * and `c` also run newer frameworks and runtimes. Build `r` is `a` with the SDK's predecessor, Raven. Java and Kotlin run `b` on
 * Java 25 instead of 17. In browsers, both are minified React bundles without source maps, on two major versions of React.
 */
export const dailyBusinessPairs = readServiceSet('daily-business', 'daily business')
