import { readServiceSet } from './service-set.js'

/**
 * Pairs from a game server, a hospital ward, a charging network, a power grid, a harbor, a kitchen, a ground station, a ticket shop, a
 * library and an insurer. Judged before any grouping rule ran on the events, then thinned at random to 280 pairs.
 *
 * Build `b` differs from `a` in ids, values, lines, a small refactoring and the SDK version (Ruby: the same SDK). Build `c` is a
 * further step: in Python and Node a newer SDK on a newer runtime, in Go the sources of `b` built with `-trimpath`. Build `r` is
 * `a` with the SDK's predecessor, Raven. In Go, `b` is built without inlining; in Java it runs on Java 25 instead of 17; in Rust,
 * `a` is a release build and `b` a debug build; in browsers, both are minified bundles under other file names.
 */
export const inTheFieldPairs = readServiceSet('in-the-field', 'in the field')
