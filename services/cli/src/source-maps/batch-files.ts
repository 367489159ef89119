import type { FoundFile } from './find-source-maps.js'

/** Per request: how much is in memory at a time. */
const batchBytesMax = 48 * 1024 * 1024
const batchFilesMax = 500

/** Groups files into requests of bounded size; a script is always in the same request as its map. */
export function batchFiles(files: readonly FoundFile[]): FoundFile[][] {
  const pairs = new Map<string, FoundFile[]>()
  for (const file of files) {
    const script = file.path.replace(/\.map$/, '')
    pairs.set(script, [...(pairs.get(script) ?? []), file])
  }
  const batches: FoundFile[][] = []
  let batch: FoundFile[] = []
  for (const pair of pairs.values()) {
    const isFull = sizeOf(batch) + sizeOf(pair) > batchBytesMax || batch.length + pair.length > batchFilesMax
    if (isFull && batch.length > 0) {
      batches.push(batch)
      batch = []
    }
    batch.push(...pair)
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

function sizeOf(files: readonly FoundFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
