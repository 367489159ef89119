import { limits } from '@signalbox/contracts'
import { parseProtocolTimestamp } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'
import type { JsonObject, NormalBreadcrumb } from '../normal-event.js'
import { trimObject } from './json-bag.js'
import { readLevel } from './level.js'
import { readText, readValues } from './read-field.js'

const { breadcrumbsMax, messageLengthMax } = limits.event
const dataLimits = { sizeMax: 2_048, depthMax: 5 }

/**
 * Reads what happened before the event: a list or `{values: list}`; of too many the newest are kept.
 * @param shiftMs corrects the SDK's clock.
 */
export function readBreadcrumbs(value: unknown, shiftMs: number): NormalBreadcrumb[] {
  return readValues(value)
    .filter(isJsonObject)
    .slice(-breadcrumbsMax)
    .map((fields) => readBreadcrumb(fields, shiftMs))
}

function readBreadcrumb(fields: JsonObject, shiftMs: number): NormalBreadcrumb {
  const timestamp = parseProtocolTimestamp(fields['timestamp'])
  return {
    timestamp: timestamp === undefined ? undefined : timestamp + shiftMs,
    type: readText(fields['type'], 128) || readText(fields['ty'], 128) || 'default',
    category: readText(fields['category'], 128),
    level: readLevel(fields['level'], 'info'),
    message: readText(fields['message'], messageLengthMax),
    data: trimObject(fields['data'], dataLimits),
  }
}
