import { readServiceSet } from './service-set.js'

/**
 * Pairs from small services: HTTP handlers, jobs, database and network faults, log lines. Judged before any grouping rule ran on
 * the events. Build `b` differs from `a` in ids, values, lines and a small refactoring. It also has another SDK version, except in
 * Ruby. In Rust, `a` is a release build and `b` a debug build.
 */
export const atWorkPairs = readServiceSet('at-work', 'at work')
