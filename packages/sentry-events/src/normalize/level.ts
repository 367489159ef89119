import { eventLevels, type EventLevel } from '@signalbox/contracts'
import type { Fields } from './fields.js'

const levelsByWord = new Map<unknown, EventLevel>([
  ...eventLevels.map((level): [string, EventLevel] => [level, level]),
  ['log', 'info'],
  ['critical', 'fatal'],
  [10, 'debug'],
  [20, 'info'],
  [30, 'warning'],
  [40, 'error'],
  [50, 'fatal'],
])

/** Reads the `level` field: a word, an alias of old SDKs, or a number of Python's logging. */
export function readLevel(fields: Fields, levelDefault: EventLevel): EventLevel {
  const value = fields.get('level')
  const level = levelsByWord.get(typeof value === 'string' ? value.trim().toLowerCase() : value)
  if (level === undefined && value !== undefined) fields.at('level').note('invalid')
  return level ?? levelDefault
}
