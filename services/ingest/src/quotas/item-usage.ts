import { itemTypes, type DataCategory } from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'
import { quantityOfItem } from './item-kinds.js'

/** How much an item counts towards one category. */
export interface Usage {
  category: DataCategory
  /** Number of items, or bytes for categories measured in bytes. */
  amount: number
}

/** Categories that also have a byte-sized counterpart. */
const sizedCategories: ReadonlyMap<DataCategory, { items: DataCategory; bytes: DataCategory }> = new Map([
  ['attachment', { items: 'attachment_item', bytes: 'attachment' }],
  ['log_item', { items: 'log_item', bytes: 'log_byte' }],
  ['trace_metric', { items: 'trace_metric', bytes: 'trace_metric_byte' }],
])

/** Categories measured in bytes. They only count towards quotas that name them. */
export const byteCategories: ReadonlySet<DataCategory> = new Set(
  [...sizedCategories.values()].map(({ bytes }) => bytes),
)

/** Platforms whose profiles are UI profiles. */
const uiPlatforms: ReadonlySet<unknown> = new Set(['android', 'cocoa', 'javascript'])

/** Usage of an item, from its header and size; empty for types that are never limited. */
export function usageOfItem(item: EnvelopeItem): Usage[] {
  const category = categoryOf(item)
  if (category === undefined) return []
  const amount = quantityOfItem(item)
  const sized = sizedCategories.get(category)
  if (sized === undefined) return [{ category, amount }]
  return [
    { category: sized.items, amount },
    { category: sized.bytes, amount: item.payload.length },
  ]
}

function categoryOf({ type, header }: EnvelopeItem): DataCategory | undefined {
  const category = itemTypes.get(type)?.category
  return category === 'profile_chunk' && uiPlatforms.has(header['platform']) ? 'profile_chunk_ui' : category
}
