import { readFile, rename, writeFile } from 'node:fs/promises'
import type { EventLog } from '@signalbox/event-log'

const topic = 'dead-letters'
const piece = { recordsMax: 500, bytesMax: 8 * 1024 * 1024 }

export interface DeadLetterMove {
  from: Pick<EventLog, 'bounds' | 'readRange'>
  to: Pick<EventLog, 'append'>
  /** Notes how far it came, so that another attempt goes on there. */
  noteFile: string
}

/**
 * Appends the dead letters of one log to another, in their order. Another attempt goes on where the last one was; what
 * it was just appending when it broke off comes twice, and is told apart by the ids of the letters.
 * @returns how many this attempt moved.
 */
export async function moveDeadLetters({ from, to, noteFile }: DeadLetterMove): Promise<number> {
  const done = await readNote(noteFile)
  let moved = 0
  for (const { partition } of await from.bounds(topic)) {
    let next: number | undefined = done[partition] ?? 0
    while (next !== undefined) {
      const range = await from.readRange({ topic, partition, from: next, ...piece })
      if (range.records.length > 0) await to.append(topic, range.records)
      moved += range.records.length
      const last = range.records.at(-1)
      if (last !== undefined) {
        done[partition] = last.offset + 1
        await writeNote(noteFile, done)
      }
      next = range.next
    }
  }
  return moved
}

/** The offset to go on at, by partition. */
type Note = Record<number, number>

async function readNote(file: string): Promise<Note> {
  try {
    // It is written below, and by nobody else.
    return JSON.parse(await readFile(file, 'utf8')) as Note
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

async function writeNote(file: string, note: Note): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(note))
  await rename(`${file}.new`, file)
}
