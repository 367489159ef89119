import { readServiceSet } from './service-set.js'

/**
 * Pairs from a library, a bakery, a car park, a radio station, a tax office, an insurer, a bike rental, a cinema, a laboratory and documented apps. Judged and
 * split at random before they were scored; the rules learned from the misses of one half.
 *
 * Sides `a` and `b` of a pair differ in values, paths, lines, callers, bundles, minified builds, languages of a server or SDK versions.
 */
export const inServicePairs = readServiceSet('in-service', 'in service', [
  'browser',
  'elixir',
  'dart',
  'swift',
  'kotlin',
  'native',
])
