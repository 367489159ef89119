import { readServiceSet } from './service-set.js'

/**
 * Pairs from a school, a warehouse, a game, payroll, a clinic, an arena, a depot and documented apps. Judged and split at random before
 * they were scored; the rules learned from the misses of one half.
 *
 * Sides `a` and `b` of a pair differ in values, paths, lines, callers, minified builds or SDK versions.
 */
export const onDutyPairs = readServiceSet('on-duty', 'on duty', ['elixir', 'dart', 'swift', 'kotlin'])
