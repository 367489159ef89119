import { withoutGoValues } from './printed-values.js'
import { skeletonOf } from './skeleton.js'
import { readSteadyText } from './steady-text.js'

/** By type, what separates the texts of the errors that Go's libraries join. */
const separators = new Map([
  ['*errors.joinError', /\n/],
  ['*multierror.Error', /\n\s{0,4}\* |\n/],
  ['*multierr.multiError', /; |\n/],
])
const membersMax = 50

/** The texts of joined Go errors: each kind once and sorted, because their number and order are chance. */
export function readJoinedErrors(type: string, value: string): string | undefined {
  const separator = separators.get(type)
  if (separator === undefined) return undefined
  const members = value
    .split(separator, membersMax)
    .map((text) => skeletonOf(readSteadyText(withoutGoValues(text.trim()))))
  return [...new Set(members.filter((text) => text !== ''))].sort().join(' | ')
}
