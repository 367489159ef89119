import { readFile, rename, writeFile } from 'node:fs/promises'
import type { EventLog } from '@signalbox/event-log'

const topic = 'dead-letters'
const piece = { recordsMax: 500, bytesMax: 8 * 1024 * 1024 }

export interface DeadLetterMove {
  from: Pick<EventLog, 'bounds' | 'readRange'>
  to: Pick<EventLog, 'append'>
  /** Records progress, so that another attempt can resume. */
  noteFile: string
}

/**
 * Appends the dead letters of one log to another, in order. A repeated attempt resumes where the previous one stopped;
 * records in flight at that moment are appended twice and deduplicated by letter id.
 * @returns how many letters this attempt moved.
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

/** Next offset by partition. */
type Note = Record<number, number>

async function readNote(file: string): Promise<Note> {
  try {
    // Only `moveDeadLetters` writes this file.
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
