import type { RecordReplay } from '@signalbox/contracts'

/** Whether an item of a record is to be processed: of one that is replayed for a dead letter, that item alone. */
export function isWanted(replay: RecordReplay | undefined, index: number): boolean {
  const wanted = replay?.itemIndex ?? index
  return wanted === index
}
