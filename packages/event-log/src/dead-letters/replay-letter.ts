import { replayMarkCodec, topics, type RecordReplay, type ReplayMark, type Topic } from '@signalbox/contracts'
import { EventLogError, type EventLog } from '../event-log.js'
import type { Letter, OpenLetter } from './letter.js'

/** `replayed`: its record is in its topic once more. Otherwise nothing was done, and why. */
export type ReplayResult = 'replayed' | 'body-gone' | 'replayed-before' | 'uncertain'

/**
 * Appends the record of a letter to its topic once more. What is sent says which letter it is for, which item alone
 * is to be processed, and where the record was first, so that ids made of its place stay as they were.
 *
 * The letter is marked before and after: when this breaks off in between, nobody can tell whether the record was
 * taken, and it is not sent again without being asked to.
 * @throws EventLogError as `append`.
 */
export async function replayLetter(
  log: Pick<EventLog, 'append'>,
  { letter, state, body }: OpenLetter,
  again: boolean,
): Promise<ReplayResult> {
  if (state !== 'waiting' && !again) return state === 'replayed' ? 'replayed-before' : 'uncertain'
  const topic = topics.find((known): known is Topic => known === letter.meta.topic)
  if (!body || !topic) return 'body-gone'
  const headers = { meta: JSON.stringify({ ...readMeta(letter), replay: toReplay(letter) }) }
  await mark(log, letter, 'begun')
  try {
    // Where other copies of its items are, so that one consumer sees them all.
    await log.append(topic, [{ headers, value: body, rows: 1 }], { partition: letter.meta.partition })
  } catch (error) {
    // What was surely not taken can be tried again; of an unavailable log nobody knows.
    const isRefused = error instanceof EventLogError && error.reason !== 'unavailable'
    if (isRefused) await mark(log, letter, 'failed')
    throw error
  }
  await mark(log, letter, 'done')
  return 'replayed'
}

/** The header of the record, of which the owner was read before: an object. */
function readMeta({ meta: { meta } }: Letter): object {
  const parsed: unknown = JSON.parse(meta)
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}

function toReplay({ id, owner, meta: { topic, partition, offset, itemIndex } }: Letter): RecordReplay {
  return { letter: id, itemIndex, source: owner?.replay?.source ?? { topic, partition, offset } }
}

/** Marks must lie in the partition of their letter, which the key of its source leads to. */
async function mark(log: Pick<EventLog, 'append'>, letter: Letter, state: ReplayMark['state']): Promise<void> {
  const headers = replayMarkCodec.encode({ letter: letter.id, state })
  const record = { headers, value: new Uint8Array(0), rows: 1 }
  await log.append('dead-letters', [record], { partitionKey: letterKey(letter.meta) })
}

/** The key under which the letters of a partition are appended: those of one record lie together, in their order. */
export function letterKey({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}:${partition}`
}
