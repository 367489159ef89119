import { limits } from '@signalbox/contracts'
import { parseProtocolTimestamp, shiftTimestamp } from '../protocol/index.js'
import type { NormalBreadcrumb } from '../normal-event.js'
import type { Place } from './changes.js'
import { type Fields, readObjects } from './fields.js'
import { readLevel } from './level.js'

const { breadcrumbsMax, messageLengthMax } = limits.event
const dataLimits = { sizeMax: 2_048, depthMax: 5 }

/**
 * Reads breadcrumbs: a list or `{values: list}`. Beyond the limit, the newest stay. Entries from before 1970 are
 * dropped.
 * @param shiftMs corrects the SDK's clock.
 */
export function readBreadcrumbs(value: unknown, place: Place, shiftMs: number): NormalBreadcrumb[] {
  const sent = readObjects(value, place, { last: breadcrumbsMax })
  const crumbs = sent.filter((fields) => !isNegative(fields.get('timestamp')))
  if (crumbs.length < sent.length) place.note('left_out')
  return crumbs.map((fields) => readBreadcrumb(fields, shiftMs))
}

function isNegative(timestamp: unknown): boolean {
  return typeof timestamp === 'number' && timestamp < 0
}

function readBreadcrumb(fields: Fields, shiftMs: number): NormalBreadcrumb {
  const sentTimestamp = fields.get('timestamp')
  const timestamp = parseProtocolTimestamp(sentTimestamp)
  if (timestamp === undefined && sentTimestamp !== undefined) fields.at('timestamp').note('invalid')
  return {
    timestamp: timestamp === undefined ? undefined : shiftTimestamp(timestamp, shiftMs),
    type: fields.text('type', 128) || fields.text('ty', 128) || 'default',
    category: fields.text('category', 128),
    level: readLevel(fields, 'info'),
    message: fields.text('message', messageLengthMax),
    data: fields.object('data', dataLimits),
  }
}
