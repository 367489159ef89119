import type { SchemaFault } from '@signalbox/contracts'

const pointerLengthMax = 300

/** Says which field of an item is wrong and what would be right, from what its schema found first. */
export function describeFault(faults: readonly SchemaFault[]): string {
  const [fault] = faults
  const field = fault?.pointer.slice(1, pointerLengthMax).replaceAll('~1', '/').replaceAll('~0', '~') ?? ''
  // A number too large for JSON's reader is infinite by now.
  const detail = fault?.detail === 'must be number' ? 'must be a finite number' : (fault?.detail ?? 'is invalid')
  return field === '' ? `the item ${detail}` : `${field} ${detail}`
}
