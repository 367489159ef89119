/**
 * Returns the matching items, each with its index in the full list, so that readers can derive pointers into the stored
 * answer.
 */
export function keepMatching<Item extends object>(
  items: readonly Item[],
  matches: (item: Item) => boolean,
): (Item & { index: number })[] {
  return items.map((item, index) => ({ ...item, index })).filter(matches)
}
