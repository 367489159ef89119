import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionReport, SessionReview } from '@signalbox/contracts'
import { ReplayDiverged } from '../investigation/failures.js'
import { isSameSha } from '../playbook/changes/deployments.js'
import { readRecord } from './replay-file.js'
import { redoSession } from './replay-session.js'

/** How this version performs on one session whose cause is known. */
export interface EvaluatedCase {
  sessionId: string
  /** The actual cause: a SHA, the id of a change, or null for no change. */
  culprit: string | null
  wasRight: boolean
  /** Null if the record lacks something that this version queries. */
  isRight: boolean | null
  /** This version's conclusion, or why it has none. */
  says: string
}

/**
 * Reruns every reviewed session in a folder, one after the other.
 * @throws Error if a file isn't a record.
 */
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

/** True if a report names the actual cause, or says that no change is to blame if none was. */
export function isRight({ verdict, cause }: SessionReport, { culprit }: Pick<SessionReview, 'culprit'>): boolean {
  if (verdict === 'inconclusive') return false
  const named = [cause?.commit_sha, cause?.change_id].filter((id) => typeof id === 'string')
  if (culprit === null) return named.length === 0 || verdict === 'no_code_cause'
  return named.some((id) => id === culprit || isSameSha(id, culprit))
}

function answerOf({ verdict, cause }: SessionReport): string {
  return [verdict, cause?.commit_sha ?? cause?.change_id].filter((part) => typeof part === 'string').join(' ')
}

/** Formats the results for people. */
export function describeCases(cases: readonly EvaluatedCase[]): string {
  const lines = cases.map(({ sessionId, culprit, isRight: right, says }) => {
    const outcome = right === null ? 'cannot be replayed' : right ? 'right' : 'wrong'
    return `${sessionId}  ${outcome}: ${says}${right === true ? '' : `; the actual cause was ${culprit ?? 'no change'}`}\n`
  })
  const count = (is: (one: EvaluatedCase) => boolean) => cases.filter(is).length
  const [then, now] = [count(({ wasRight }) => wasRight), count(({ isRight: right }) => right === true)]
  return `${lines.join('')}${cases.length} cases: ${then} were correct then, ${now} are correct now.\n`
}
