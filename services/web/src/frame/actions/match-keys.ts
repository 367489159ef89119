/** A pressed key, reduced to what shortcuts need. */
export interface PressedKey {
  key: string
  isTyping: boolean
  hasModifier: boolean
}

/** Maximum delay before the second key of a pair, in milliseconds. */
export const pairMs = 1_200

/**
 * Finds the shortcut that a key completes.
 * @param waiting first key of a pending pair; empty if there is none.
 * @returns the shortcut as declared, and the key that now waits for its second one.
 */
export function matchKeys(
  { key, isTyping, hasModifier }: PressedKey,
  waiting: string,
  known: ReadonlySet<string>,
): { matched: string | undefined; waiting: string } {
  if (isTyping || hasModifier) return { matched: undefined, waiting: '' }
  const pair = `${waiting} ${key}`
  if (waiting !== '' && known.has(pair)) return { matched: pair, waiting: '' }
  const beginsPair = [...known].some((keys) => keys.startsWith(`${key} `))
  if (beginsPair) return { matched: undefined, waiting: key }
  return { matched: known.has(key) ? key : undefined, waiting: '' }
}
