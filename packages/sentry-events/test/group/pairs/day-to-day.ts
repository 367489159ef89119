import { readServiceSet } from './service-set.js'

/**
 * Pairs from a clinic, a warehouse, a telemetry gateway, payroll, a sports league and documented apps. Judged and split at random
 * before they were scored; only the misses of one half were examined.
 *
 * Sides `a` and `b` of a pair differ in values, paths, lines, minified builds or SDK versions.
 */
export const dayToDayPairs = readServiceSet('day-to-day', 'day to day', [
  'elixir',
  'dart',
  'swift',
  'kotlin',
  'browser',
])
