import type { LetterState } from '@signalbox/contracts'
import type { EventLog, LogReader } from '../event-log.js'
import { findBody } from './find-body.js'
import { parseLetterId, readLetter, readMark, type Letter, type OpenLetter } from './letter.js'
import { listLetters, type LetterPage, type LetterQuery } from './list-letters.js'
import { readPieces } from './read-pieces.js'
import { replayLetter, type ReplayResult } from './replay-letter.js'

/** Looks through the dead letters of one organization at a time, and has them processed once more. */
export interface DeadLetterQueue {
  list(query: LetterQuery): Promise<LetterPage>
  /** @returns undefined when there is no such letter, or it is another organization's. */
  open(organizationId: string, id: string): Promise<OpenLetter | undefined>
  /**
   * Appends the record of the letter to its topic once more, for its item alone.
   * @param again Also when it was replayed before.
   * @returns undefined when there is no such letter, or it is another organization's.
   * @throws EventLogError as `append`.
   */
  replay(organizationId: string, id: string, again: boolean): Promise<ReplayResult | undefined>
}

/** One desk a log: its replays wait for each other, so that no letter is replayed twice at the same time. */
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

/** Marks stand behind their letter in its partition; the last one counts. */
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
