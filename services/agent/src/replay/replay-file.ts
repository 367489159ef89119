import { readFile } from 'node:fs/promises'
import { SessionRecord, createValidator } from '@signalbox/contracts'
import { replaySession, type Replay } from './replay-session.js'

const validateRecord = createValidator(SessionRecord)

/** Reads the file that `signalbox sessions export` wrote. @throws Error when it is not such a file. */
export async function readRecord(path: string): Promise<SessionRecord> {
  const content: unknown = JSON.parse(await readFile(path, 'utf8'))
  const record = validateRecord(content)
  if (!record.ok) throw new Error(`${path} is not a session record`)
  return record.value
}

/** Replays a session from its file. @throws Error when it is not such a file. */
export async function replayFile(path: string): Promise<Replay> {
  return replaySession(await readRecord(path))
}

/** What a replay showed, for people. */
export function describeReplay({ report, differences }: Replay): string {
  if (differences.length === 0) return `The reports match: ${report.verdict}.\n`
  const lines = differences.map(
    ({ field, before, after }) => `${field}\n  then: ${JSON.stringify(before)}\n  now:  ${JSON.stringify(after)}\n`,
  )
  return `The reports differ in ${differences.length} fields.\n${lines.join('')}`
}
