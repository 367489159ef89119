import type { LetterState } from '@signalbox/contracts'
import type { EventLog, LogReader } from '../event-log.js'
import { findBody } from './find-body.js'
import { parseLetterId, readLetter, readMark, type Letter, type OpenLetter } from './letter.js'
import { listLetters, type LetterPage, type LetterQuery } from './list-letters.js'
import { readPieces } from './read-pieces.js'
import { replayLetter, type ReplayResult } from './replay-letter.js'

/** Lists, opens and replays dead letters, one organization at a time. */
export interface DeadLetterQueue {
  list(query: LetterQuery): Promise<LetterPage>
  /** @returns undefined if the letter does not exist or belongs to another organization. */
  open(organizationId: string, id: string): Promise<OpenLetter | undefined>
  /**
   * Appends the letter's record to its topic again; only the letter's item is processed.
   * @param again Replay even if the letter was replayed before or its state is uncertain.
   * @returns undefined if the letter does not exist or belongs to another organization.
   * @throws EventLogError like `append`.
   */
  replay(organizationId: string, id: string, again: boolean): Promise<ReplayResult | undefined>
}

/** Create one queue per log: replays run one at a time, so a letter is never replayed twice concurrently. */
export function createDeadLetterQueue(log: LogReader & Pick<EventLog, 'append'>): DeadLetterQueue {
  let turn: Promise<unknown> = Promise.resolve()
  const open = async (organizationId: string, id: string): Promise<OpenLetter | undefined> => {
    const letter = await readOwnLetter(log, organizationId, id)
    return letter && { letter, state: await readState(log, id), body: await findBody(log, letter) }
  }
  const replay = async (organizationId: string, id: string, again: boolean) => {
    const opened = await open(organizationId, id)
    return opened && replayLetter(log, opened, again)
  }
  return {
    list: (query) => listLetters(log, query),
    open,
    replay: (...wanted) => {
      const done = turn.then(() => replay(...wanted))
      turn = done.catch(() => undefined)
      return done
    },
  }
}

async function readOwnLetter(log: LogReader, organizationId: string, id: string): Promise<Letter | undefined> {
  const place = parseLetterId(id)
  if (!place) return undefined
  const { partition, offset: from } = place
  const range = { topic: 'dead-letters', partition, from, to: from + 1 } as const
  const { records } = await log.readRange({ ...range, recordsMax: 1, bytesMax: 1 })
  const letter = records[0] && readLetter(partition, records[0])
  return letter?.owner?.organizationId === organizationId ? letter : undefined
}

const stateOf = { begun: 'uncertain', done: 'replayed', failed: 'waiting' } as const

/** Marks follow their letter in the same partition; the last one wins. */
async function readState(log: LogReader, id: string): Promise<LetterState> {
  const { partition, offset } = parseLetterId(id) ?? { partition: 0, offset: 0 }
  let state: LetterState = 'waiting'
  for await (const records of readPieces(log, { topic: 'dead-letters', partition, from: offset + 1 })) {
    for (const record of records) {
      const mark = readMark(record)
      if (mark?.letter === id) state = stateOf[mark.state]
    }
  }
  return state
}
