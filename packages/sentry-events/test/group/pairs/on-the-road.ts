import { readServiceSet } from './service-set.js'

/**
 * Pairs from a hotel, an energy trader, a payment provider, a courier, a help desk, a video service and documented apps. Representative of
 * what an operator sees; judged and split at random before they were scored; the rules learned from the misses of one half.
 *
 * Sides `a` and `b` of a pair differ in values, hosts, lines, callers or SDK versions.
 */
export const onTheRoadPairs = readServiceSet('on-the-road', 'on the road', ['browser', 'dart', 'elixir', 'kotlin'])
