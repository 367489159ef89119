import { readServiceSet } from './service-set.js'

/**
 * Pairs from a grocer, a property agent, a university, a fleet, a crowdfunding site, a market data feed and documented apps. Representative of
 * what a team sees in a month; judged and split at random before they were scored; the rules learned from the misses of one half.
 *
 * Sides `a` and `b` of a pair differ in values, hosts, lines, callers or SDK versions.
 */
export const inTheQueuePairs = readServiceSet('in-the-queue', 'in the queue', ['browser', 'dart', 'elixir', 'kotlin'])
