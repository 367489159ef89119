import type { SchemaFault } from '@signalbox/contracts'

const pointerLengthMax = 300

/** Describes the first schema violation of an item: which field is wrong and what would be valid. */
export function describeFault(faults: readonly SchemaFault[]): string {
  const [fault] = faults
  const field = fault?.pointer.slice(1, pointerLengthMax).replaceAll('~1', '/').replaceAll('~0', '~') ?? ''
  // JSON.parse has already turned numbers that are too large into Infinity.
  const detail = fault?.detail === 'must be number' ? 'must be a finite number' : (fault?.detail ?? 'is invalid')
  return field === '' ? `the item ${detail}` : `${field} ${detail}`
}
