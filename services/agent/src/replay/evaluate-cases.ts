import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionReport, SessionReview } from '@signalbox/contracts'
import { ReplayDiverged } from '../investigation/failures.js'
import { isSameSha } from '../playbook/changes/deployments.js'
import { readRecord } from './replay-file.js'
import { redoSession } from './replay-session.js'

/** How this version does on one session whose truth is known. */
export interface EvaluatedCase {
  sessionId: string
  /** What was to blame: a SHA, the id of a change, or null for no change. */
  culprit: string | null
  wasRight: boolean
  /** Null when the record lacks what this version asks. */
  isRight: boolean | null
  /** What this version says, or why it cannot say anything. */
  says: string
}

/** Does every reviewed session of a folder again, one after the other. @throws Error when a file is no record. */
export async function evaluateCases(folder: string): Promise<EvaluatedCase[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const cases: EvaluatedCase[] = []
  for (const file of files) {
    const record = await readRecord(join(folder, file))
    const { session_id: sessionId, report, review } = record.session
    if (!report || !review) continue
    const wasRight = isRight(report, review)
    const { culprit } = review
    try {
      const now = await redoSession(record)
      cases.push({ sessionId, culprit, wasRight, isRight: isRight(now, review), says: answerOf(now) })
    } catch (error) {
      if (!(error instanceof ReplayDiverged)) throw error
      cases.push({ sessionId, culprit, wasRight, isRight: null, says: error.message })
    }
  }
  return cases
}

/** Whether a report names what was to blame, and says that no change was where none was. */
export function isRight({ verdict, cause }: SessionReport, { culprit }: Pick<SessionReview, 'culprit'>): boolean {
  if (verdict === 'inconclusive') return false
  const named = [cause?.commit_sha, cause?.change_id].filter((id) => typeof id === 'string')
  if (culprit === null) return named.length === 0 || verdict === 'no_code_cause'
  return named.some((id) => id === culprit || isSameSha(id, culprit))
}

function answerOf({ verdict, cause }: SessionReport): string {
  return [verdict, cause?.commit_sha ?? cause?.change_id].filter((part) => typeof part === 'string').join(' ')
}

/** What came of it, for people. */
export function describeCases(cases: readonly EvaluatedCase[]): string {
  const lines = cases.map(({ sessionId, culprit, isRight: right, says }) => {
    const outcome = right === null ? 'cannot be replayed' : right ? 'right' : 'wrong'
    return `${sessionId}  ${outcome}: ${says}${right === true ? '' : `; the actual cause was ${culprit ?? 'no change'}`}\n`
  })
  const count = (is: (one: EvaluatedCase) => boolean) => cases.filter(is).length
  const [then, now] = [count(({ wasRight }) => wasRight), count(({ isRight: right }) => right === true)]
  return `${lines.join('')}${cases.length} cases: ${then} were correct then, ${now} are correct now.\n`
}
