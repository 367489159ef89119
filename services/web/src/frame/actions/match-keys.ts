/** A key that was pressed, as far as shortcuts care. */
export interface PressedKey {
  key: string
  isTyping: boolean
  hasModifier: boolean
}

/** How long the second key of a pair may take, milliseconds. */
export const pairMs = 1_200

/**
 * Which shortcut a key completes.
 * @param waiting The first key of a pair that was pressed just now; empty when there is none.
 * @returns The shortcut as it is written, and the key that waits for its second one from now on.
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
