import { limits } from '@signalbox/contracts'

/**
 * Shows as many items of a page as fit into one answer, and at least one. An answer is written in one go, and everyone else waits for it:
 * a thousand changes with diffs are 64 MB.
 * @param show Returns what an item shows; nothing for one that has just been deleted.
 * @returns What is shown, and how many items it covers: the next page starts behind them.
 */
export function fitResponse<Item, Shown>(
  items: readonly Item[],
  show: (item: Item) => readonly Shown[],
  bytesMax: number = limits.query.listBytesMax,
): { shown: Shown[]; covered: number } {
  const shown: Shown[] = []
  let covered = 0
  let bytes = 0
  for (const item of items) {
    const next = show(item)
    bytes += JSON.stringify(next).length
    if (bytes > bytesMax && shown.length > 0) break
    shown.push(...next)
    covered += 1
  }
  return { shown, covered }
}
