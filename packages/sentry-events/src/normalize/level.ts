import { eventLevels, type EventLevel } from '@signalbox/contracts'

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

/** Reads a level: a word, an alias of old SDKs or a number of Python's logging. */
export function readLevel(value: unknown, levelDefault: EventLevel): EventLevel {
  return levelsByWord.get(typeof value === 'string' ? value.toLowerCase() : value) ?? levelDefault
}
