import { Prose } from '../../parts/text/prose.js'
import { formatMeasure } from './format-measure.js'
import { shorten } from './pointer.js'

const idPattern = /^(?:[0-9a-f]{32,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

interface StoredValueProps {
  /** Name of the field: tells the unit. */
  name: string
  value: unknown
  /** Characters shown at most. */
  most?: number
}

/** A value of stored evidence for people: times in the chosen zone, numbers with their unit, ids shortened. */
export function StoredValue({ name, value, most = 80 }: StoredValueProps) {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return formatMeasure(name, value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && idPattern.test(value)) return <code title={value}>{value.slice(0, 12)}</code>
  if (typeof value === 'string') return <Prose text={shorten(value, most)} />
  return <Prose text={shorten(isPlainList(value) ? value.join(', ') : value, most)} />
}

function isPlainList(value: unknown): value is (string | number)[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number')
}
