import { readServiceSet } from './service-set.js'

/**
 * Pairs from services of small trades: museum tours, newsletters, ski passes, call routing, a notary's office, a fitness studio, a
 * choir, a photo album, a campsite and a print shop. Judged and split at random before any grouping rule ran on the events; this is
 * the published half.
 *
 * Build `b` differs from `a` in ids, values, lines, edited neighbors and the SDK version (Ruby: the same SDK). In Python and Node, `b`
 * and `c` also run newer frameworks and runtimes; in Go, `c` is `b` built with `-trimpath`. Build `r` is `a` with the SDK's
 * predecessor, Raven. Java and Kotlin run `b` on Java 25 instead of 17. In Rust, `a` is a release build and `b` a debug build. In
 * browsers, both are minified React bundles without source maps, on two major versions of React. The PHP events are real PHP
 * exceptions in the form the SDK's documentation gives.
 */
export const smallTradesPairs = readServiceSet('small-trades', 'small trades')
