import { replayMarkCodec, topics, type RecordReplay, type ReplayMark, type Topic } from '@signalbox/contracts'
import { EventLogError, type EventLog } from '../event-log.js'
import type { Letter, OpenLetter } from './letter.js'

/** `replayed`: the record was appended to its topic again. Any other value is the reason why nothing was done. */
export type ReplayResult = 'replayed' | 'body-gone' | 'replayed-before' | 'uncertain'

/**
 * Appends a letter's record to its topic again. The replayed record names the letter, the only item to process, and the
 * original position of the record, so that ids derived from the position stay the same.
 *
 * The letter is marked before and after. If the replay is interrupted in between, it is unknown whether the record was
 * stored, and it is only sent again on explicit request.
 * @throws EventLogError like `append`.
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
    // Same partition as the other copies of its items, so that one consumer sees them all.
    await log.append(topic, [{ headers, value: body, rows: 1 }], { partition: letter.meta.partition })
  } catch (error) {
    // A refused append can be retried. After `unavailable` it is unknown whether the record was stored.
    const isRefused = error instanceof EventLogError && error.reason !== 'unavailable'
    if (isRefused) await mark(log, letter, 'failed')
    throw error
  }
  await mark(log, letter, 'done')
  return 'replayed'
}

/** Parses the source record's header. It is an object: the owner was decoded from it before. */
function readMeta({ meta: { meta } }: Letter): object {
  const parsed: unknown = JSON.parse(meta)
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}

function toReplay({ id, owner, meta: { topic, partition, offset, itemIndex } }: Letter): RecordReplay {
  return { letter: id, itemIndex, source: owner?.replay?.source ?? { topic, partition, offset } }
}

/** Marks must land in the partition of their letter, which the source's key selects. */
async function mark(log: Pick<EventLog, 'append'>, letter: Letter, state: ReplayMark['state']): Promise<void> {
  const headers = replayMarkCodec.encode({ letter: letter.id, state })
  const record = { headers, value: new Uint8Array(0), rows: 1 }
  await log.append('dead-letters', [record], { partitionKey: letterKey(letter.meta) })
}

/** Partition key for the letters of a source partition: letters of one record stay together and in order. */
export function letterKey({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}:${partition}`
}
