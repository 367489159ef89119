import { isJsonObject } from '../read-json.js'
import type { NormalThread } from '../normal-event.js'
import { readScalar, readText, readValues } from './read-field.js'
import { readStacktrace } from './stacktrace.js'

const threadsMax = 100

/** Reads threads: a list or `{values: list}`; beyond a hundred the first ones are kept. */
export function readThreads(value: unknown, platform: string): NormalThread[] {
  return readValues(value)
    .filter(isJsonObject)
    .slice(0, threadsMax)
    .map((fields) => ({
      id: readScalar(fields['id'], 64),
      name: readText(fields['name'], 256),
      crashed: fields['crashed'] === true,
      current: fields['current'] === true,
      stacktrace: readStacktrace(fields['stacktrace'], platform),
    }))
}

/** The thread that an event is about: the only one, else the one that crashed, else the current one. */
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
