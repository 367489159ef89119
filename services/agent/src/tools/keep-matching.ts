/**
 * The items that match, each with its index in the whole list, so that pointers into the stored answer can be read off
 * what is shown.
 */
export function keepMatching<Item extends object>(
  items: readonly Item[],
  matches: (item: Item) => boolean,
): (Item & { index: number })[] {
  return items.map((item, index) => ({ ...item, index })).filter(matches)
}
