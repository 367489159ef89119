import { LRUCache } from 'lru-cache'

/** What a value was computed for: its name is unique within the organization. */
export interface MemoryKey {
  organizationId: string
  name: string
}

/**
 * Values computed from stored rows, each with a mark of these rows: a value counts only while its mark is current. If
 * the memory is full, the organization that uses most of it loses the values that it used longest ago.
 */
export interface MarkedMemory<Value> {
  /** @returns undefined unless the value was computed from the rows that `mark` stands for. */
  get(key: MemoryKey, mark: string): Value | undefined
  /** @returns the value that was computed last, even if the rows have changed since. */
  last(key: MemoryKey): Value | undefined
  set(key: MemoryKey, mark: string, value: Value): void
}

interface Entry<Value> {
  mark: string
  value: Value
}

/**
 * Recalls a value, or reads and remembers it.
 * @returns undefined if it was too large when it was read last, whatever has changed since.
 */
export async function recallOrRead<Value>(
  memory: MarkedMemory<Value | 'too many'>,
  { key, mark }: { key: MemoryKey; mark: string },
  read: () => Promise<Value | 'too many'>,
): Promise<Value | undefined> {
  if (memory.last(key) === 'too many') return undefined
  const known = memory.get(key, mark)
  const value = known ?? (await read())
  if (known === undefined) memory.set(key, mark, value)
  return value === 'too many' ? undefined : value
}

/** Of the bookkeeping for an entry, besides its key. */
const entryBytes = 400

/** Creates a memory for at most `bytesMax` bytes, as estimated by `bytesOf`. */
export function createMarkedMemory<Value>(bytesMax: number, bytesOf: (value: Value) => number): MarkedMemory<Value> {
  const shares = new Map<string, LRUCache<string, Entry<Value>>>()
  const openShare = () =>
    new LRUCache<string, Entry<Value>>({
      maxSize: bytesMax,
      sizeCalculation: ({ mark, value }, name) => bytesOf(value) + 2 * (name.length + mark.length) + entryBytes,
    })
  let usedBytes = 0
  const evictFromLargest = () => {
    const [first, ...others] = shares.values()
    const largest = others.reduce(
      (most, share) => (share.calculatedSize > (most?.calculatedSize ?? 0) ? share : most),
      first,
    )
    usedBytes -= largest?.calculatedSize ?? 0
    largest?.pop()
    usedBytes += largest?.calculatedSize ?? 0
  }
  return {
    get: ({ organizationId, name }, mark) => {
      const entry = shares.get(organizationId)?.get(name)
      return entry?.mark === mark ? entry.value : undefined
    },
    last: ({ organizationId, name }) => shares.get(organizationId)?.peek(name)?.value,
    set: ({ organizationId, name }, mark, value) => {
      const share = shares.get(organizationId) ?? openShare()
      shares.set(organizationId, share)
      usedBytes -= share.calculatedSize
      share.set(name, { mark, value })
      usedBytes += share.calculatedSize
      while (usedBytes > bytesMax) evictFromLargest()
    },
  }
}
