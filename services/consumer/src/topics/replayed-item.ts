import type { RecordReplay } from '@signalbox/contracts'

/** True if an item of a record is to be processed: when a record is replayed for a dead letter, only that item is. */
export function isWanted(replay: RecordReplay | undefined, index: number): boolean {
  const wanted = replay?.itemIndex ?? index
  return wanted === index
}
