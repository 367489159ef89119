import { isJsonObject } from '../read-json.js'
import type { NormalMechanism } from '../normal-event.js'
import { trimObject } from './json-bag.js'
import { readCount, readText } from './read-field.js'

const bagLimits = { sizeMax: 2_048, depthMax: 5 }

/** How an exception was caught. @returns undefined when the SDK did not say. */
export function readMechanism(value: unknown): NormalMechanism | undefined {
  if (!isJsonObject(value)) {
    return undefined
  }
  return {
    type: readText(value['type'], 128) || 'generic',
    handled: typeof value['handled'] === 'boolean' ? value['handled'] : undefined,
    synthetic: value['synthetic'] === true,
    source: readText(value['source'], 256),
    exceptionId: readCount(value['exception_id']),
    parentId: readCount(value['parent_id']),
    isExceptionGroup: value['is_exception_group'] === true,
    description: readText(value['description'], 1_024),
    helpLink: readText(value['help_link'], 1_024),
    data: trimObject(value['data'], bagLimits),
    meta: trimObject(value['meta'], bagLimits),
  }
}
