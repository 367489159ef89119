import { limits, topics, type Topic } from '@signalbox/contracts'
import type { LogReader } from '../event-log.js'
import { isOfSameRecord, parseLetterId, readLetter, type Letter } from './letter.js'
import { readPieces } from './read-pieces.js'

/** Maximum number of letters that one request can produce, hence how far back the first letter of a record can be. */
const lettersBack = limits.envelope.itemsMax

/**
 * Returns the value of the record behind a letter. If a record produced several letters, only the first carries the
 * value. If none does because the value was too large for a letter, the record itself may still be in its topic.
 * @returns undefined if the value is no longer available.
 */
export async function findBody(log: LogReader, letter: Letter): Promise<Uint8Array | undefined> {
  if (letter.body.byteLength > 0) return letter.body
  return (await findInLetters(log, letter)) ?? (await findInTopic(log, letter))
}

async function findInLetters(log: LogReader, letter: Letter): Promise<Uint8Array | undefined> {
  const { partition, offset: to } = parseLetterId(letter.id) ?? { partition: 0, offset: 0 }
  const from = Math.max(0, to - lettersBack)
  let body: Uint8Array | undefined
  for await (const records of readPieces(log, { topic: 'dead-letters', partition, from, to })) {
    for (const record of records) {
      const other = record.value.byteLength > 0 ? readLetter(partition, record) : undefined
      if (other && isOfSameRecord(other, letter)) body = other.body
    }
  }
  return body
}

async function findInTopic(log: LogReader, { meta }: Letter): Promise<Uint8Array | undefined> {
  const { partition, offset: from } = meta
  const topic = topics.find((known): known is Topic => known === meta.topic)
  if (!topic) return undefined
  const { records } = await log.readRange({ topic, partition, from, to: from + 1, recordsMax: 1, bytesMax: 1 })
  // If the topic was recreated, the offset may belong to an unrelated record. Compare the headers.
  const found = records.find(({ headers }) => headers['meta'] === meta.meta)
  return found && found.value.byteLength > 0 ? found.value : undefined
}
