import { isSince, ServiceError, sinceMsOf, sinceUnitMs, toTimestamp, type ToolContract } from '@signalbox/contracts'

type ToolInput = ToolContract['input']

/** Default look-back of a tool that is called with neither a range nor a duration. */
const sinceDefault = '1h'

const Since = {
  type: 'string',
  default: sinceDefault,
  description: `How far back from now, instead of start and end: 90m, 24h, 3d (units ${[...sinceUnitMs.keys()].join(', ')})`,
} as const

/** True if a tool takes a time range. */
function hasRange({ properties }: ToolInput): boolean {
  return 'start' in properties && 'end' in properties
}

/** Input schema as clients see it: a tool with a range also accepts `since`, and requires neither. */
export function describeInput(input: ToolInput): Record<string, unknown> & { type: 'object' } {
  if (!hasRange(input)) return { ...input, type: 'object' }
  const required = input.required.filter((name) => name !== 'start' && name !== 'end')
  return { ...input, type: 'object', properties: { since: Since, ...input.properties }, required }
}

/**
 * Fills in start and end: `since` counts back from now, a range without an end ends now.
 * @param now Unix milliseconds.
 * @throws ServiceError `invalid-body` if `since` isn't a duration or is combined with a range.
 */
export function fillRange(contract: ToolContract, given: unknown, now: number): unknown {
  if (!hasRange(contract.input) || typeof given !== 'object' || given === null) return given
  const { since, ...input }: Record<string, unknown> = { ...given }
  if (since === undefined && input['start'] !== undefined) return { end: toTimestamp(now), ...input }
  if (input['start'] !== undefined || input['end'] !== undefined) {
    throw new ServiceError('invalid-body', { detail: 'Send either start with an end, or only since' })
  }
  const length = since ?? sinceDefault
  if (!isSince(length)) {
    throw new ServiceError('invalid-body', { detail: 'since must be a duration such as 90m, 24h or 3d' })
  }
  return { ...input, start: toTimestamp(now - sinceMsOf(length)), end: toTimestamp(now) }
}
