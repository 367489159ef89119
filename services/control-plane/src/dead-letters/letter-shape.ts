import { type DeadLetterDetail, type DeadLetterEntry, limits, toTimestamp } from '@signalbox/contracts'
import type { Letter, OpenLetter } from '@signalbox/event-log'

/** A dead letter as shown in lists. */
export function toLetterEntry({ id, appendedAt, meta, owner }: Letter): DeadLetterEntry {
  const { topic, partition, offset, reason, detail, itemIndex } = meta
  return {
    id,
    dead_lettered_at: toTimestamp(appendedAt),
    received_at: owner ? toTimestamp(owner.receivedAt) : null,
    project_id: owner?.projectId ?? null,
    reason,
    detail,
    item_index: itemIndex,
    source: { topic, partition, offset },
    replay_of: owner?.replay?.letter ?? null,
  }
}

/** A dead letter with its content. */
export function toLetterDetail({ letter, state, body }: OpenLetter): DeadLetterDetail {
  const shown = Buffer.from(body ?? []).subarray(0, limits.deadLetter.shownBytesMax)
  return {
    ...toLetterEntry(letter),
    state,
    encoding: letter.owner?.encoding ?? null,
    body_bytes: body?.byteLength ?? 0,
    body_base64: shown.toString('base64'),
  }
}
