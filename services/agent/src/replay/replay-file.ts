import { readFile } from 'node:fs/promises'
import { SessionRecord, createValidator } from '@signalbox/contracts'
import { replaySession, type Replay } from './replay-session.js'

const validateRecord = createValidator(SessionRecord)

/**
 * Reads a file written by `signalbox sessions export`.
 * @throws Error if it isn't such a file.
 */
export async function readRecord(path: string): Promise<SessionRecord> {
  const content: unknown = JSON.parse(await readFile(path, 'utf8'))
  const record = validateRecord(content)
  if (!record.ok) throw new Error(`${path} is not a session record`)
  return record.value
}

/**
 * Replays a session from its file.
 * @throws Error if it isn't such a file.
 */
export async function replayFile(path: string): Promise<Replay> {
  return replaySession(await readRecord(path))
}

/** Formats a replay's result for people. */
export function describeReplay({ report, differences }: Replay): string {
  if (differences.length === 0) return `The reports match: ${report.verdict}.\n`
  const lines = differences.map(
    ({ field, before, after }) => `${field}\n  then: ${JSON.stringify(before)}\n  now:  ${JSON.stringify(after)}\n`,
  )
  return `The reports differ in ${differences.length} fields.\n${lines.join('')}`
}
