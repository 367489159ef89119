import type { NormalThread } from '../normal-event.js'
import type { Place } from './changes.js'
import { readObjects } from './fields.js'
import { readStacktrace, type StackSource } from './stacktrace.js'

const threadsMax = 100

/** Reads threads: a list or `{values: list}`; beyond a hundred, the first ones stay. */
export function readThreads(value: unknown, place: Place, source: StackSource): NormalThread[] {
  return readObjects(value, place, { first: threadsMax }).map((fields) => ({
    id: fields.scalar('id', 64),
    name: fields.text('name', 256),
    crashed: fields.flag('crashed') === true,
    current: fields.flag('current') === true,
    main: fields.flag('main') === true,
    state: fields.text('state', 64),
    stacktrace: readStacktrace(fields.fields('stacktrace'), source),
  }))
}

/** The event's main thread: the only one, otherwise the crashed one, otherwise the current one. */
export function findMainThread(threads: readonly NormalThread[]): NormalThread | undefined {
  return (
    findOnly(threads) ??
    findOnly(threads.filter(({ crashed }) => crashed)) ??
    findOnly(threads.filter(({ current }) => current))
  )
}

function findOnly(threads: readonly NormalThread[]): NormalThread | undefined {
  return threads.length === 1 ? threads[0] : undefined
}
