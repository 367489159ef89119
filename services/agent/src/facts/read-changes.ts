import { dayMs, listChanges, type Change } from '@signalbox/contracts'
import type { EvidenceId } from './fact-pack.js'
import type { TimeWindow } from '../investigation/time-window.js'
import type { Questions } from './questions.js'
import { shareOf } from '../wording/count-things.js'

/** Commits are often deployed days after they were made. */
const lookBackMs = 7 * dayMs
/** A page with diffs of maximum length still fits into evidence uncut; the server returns fewer changes if they are long. */
const pageSize = 100
const pagesMax = 20

/** Reads all changes from a week before the window until its end, newest first. */
export async function readChanges(
  questions: Questions,
  { start, end }: TimeWindow,
): Promise<{ changes: Change[]; evidence: EvidenceId[] }> {
  const range = { start: new Date(start - lookBackMs).toISOString(), end: new Date(end).toISOString() }
  const changes: Change[] = []
  const evidence: EvidenceId[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { ...range, limit: pageSize, offset: changes.length }
    const answer = await questions.ask(listChanges, { query }, aboutChanges)
    if (answer === undefined) return { changes, evidence }
    changes.push(...answer.value.changes)
    evidence.push(answer.evidenceId)
    if (!answer.value.has_more) return { changes, evidence }
  }
  questions.miss(`changes older than the newest ${changes.length} (over the limit)`)
  return { changes, evidence }
}

const aboutChanges = {
  what: 'changes',
  summary: ({ changes, total }: { changes: readonly Change[]; total: number }) =>
    total === 0
      ? 'Nothing was changed'
      : shareOf(changes.length, total, 'change or deployment', 'changes and deployments'),
}
