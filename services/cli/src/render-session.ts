import type {
  Claim,
  SessionDetail,
  SessionReport,
  SessionReview,
  SessionStep,
  SessionSummary,
} from '@signalbox/contracts'
import type { Column } from './render-table.js'
import { toLine, toText } from './terminal-text.js'

const promptLengthMax = 60

/** Columns of a table of sessions. */
export const sessionColumns: readonly Column[] = [
  { heading: 'CREATED', isTime: true },
  { heading: 'STATUS', isState: true },
  { heading: 'VERDICT', isState: true },
  { heading: 'PROMPT', isFlexible: true },
  { heading: 'SESSION ID' },
]

/** A session as a row of the table. */
export function toSessionRow({ created_at: at, status, verdict, prompt, session_id: id }: SessionSummary): string[] {
  return [at, status, verdict ?? '-', shorten(toLine(prompt)), id]
}

function shorten(text: string): string {
  return text.length > promptLengthMax ? `${text.slice(0, promptLengthMax - 1)}…` : text
}

/** A session in full: what was asked, what was done, what came of it. */
export function renderSession(session: SessionDetail): string {
  const { session_id: id, status, prompt, created_at: createdAt, ended_at: endedAt, report, steps, usage } = session
  const ended = endedAt === null ? '' : `, ended ${endedAt}`
  return [
    `Session ${id}: ${status}, started ${createdAt}${ended}`,
    toText(prompt).trimEnd(),
    '',
    ...steps.map((step) => renderStep(step).trimEnd()),
    `${usage.steps} steps, ${usage.queries} queries, ${usage.input_tokens + usage.output_tokens} tokens`,
    ...(report === null ? [] : ['', renderReport(report).trimEnd()]),
    ...(session.review === undefined ? [] : ['', `The report is ${renderReview(session.review)}.`]),
    '',
  ].join('\n')
}

/** `confirmed by Ada`, `corrected by Ada: 4f2c91b was to blame`. */
export function renderReview({ outcome, culprit, note, reviewed_by: by }: SessionReview): string {
  const truth = outcome === 'confirmed' ? '' : `: ${culprit ?? 'no change'} was responsible`
  return toLine(`${outcome} by ${by}${truth}${note === '' ? '' : ` (${note})`}`)
}

/** One line of what was done, with what it showed below. */
export function renderStep({ number, tool, text, error, evidence, duration_ms: ms }: SessionStep): string {
  const said = toLine(text) || '(says nothing)'
  const outcome = error === null ? '' : ` failed: ${toLine(error)}`
  const shown = evidence.map(({ evidence_id: id, summary }) => `      ${id}  ${toLine(summary)}\n`)
  return `${String(number).padStart(3)}. ${toLine(tool ?? 'think')} (${ms} ms)${outcome}  ${said}\n${shown.join('')}`
}

/** The outcome. What is not proven stands apart and is marked. */
export function renderReport(report: SessionReport): string {
  const { verdict, summary, cause, first_failing_service: service, onset_at: onset, remediation, confidence } = report
  const fields: [name: string, value: string | null][] = [
    ['Verdict', confidence > 0 ? `${verdict} (confidence ${Math.min(0.99, confidence).toFixed(2)})` : verdict],
    [
      'Cause',
      cause && [cause.kind, cause.commit_sha ?? cause.change_id ?? '', cause.mechanism].filter(Boolean).join(' '),
    ],
    ['First failing', service],
    ['Onset', onset],
    ['Also suffered', report.blast_radius.join(', ') || null],
    ['What to do', remediation],
  ]
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(14)}${toLine(value)}`]))
  const claims = report.claims.map(renderClaim)
  const rivals = report.rivals.flatMap((rival) => renderRival(rival, report.claims))
  return `${[...lines, '', toText(summary).trimEnd(), '', ...claims, ...rivals].join('\n')}\n`
}

/** By its title, as people know it; nothing where a statement tells of it. */
function renderRival(
  { change_id: id, title, why_not: why }: SessionReport['rivals'][number],
  claims: readonly Claim[],
): string[] {
  const name = title === undefined ? id : `"${toLine(title.split('\n')[0] ?? '')}"`
  return claims.some(({ text }) => text.includes(name)) ? [] : [`  not ${name}: ${toLine(why)}`]
}

function renderClaim({ text, status, evidence_ids: ids }: Claim): string {
  const mark = status === 'verified' ? '  + ' : '  - UNSUPPORTED: '
  return `${mark}${toLine(text)} [${ids.join(', ')}]`
}
