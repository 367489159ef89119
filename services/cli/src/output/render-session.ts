import type {
  Cause,
  Claim,
  SessionDetail,
  SessionReport,
  SessionReview,
  SessionStep,
  SessionSummary,
} from '@signalbox/contracts'
import { claimHeadings } from '@signalbox/contracts/claim-headings'
import type { Column } from './render-table.js'
import { toLine, toText } from './terminal-text.js'

const promptLengthMax = 60

/** Columns of a session table. */
export const sessionColumns: readonly Column[] = [
  { heading: 'CREATED', isTime: true },
  { heading: 'STATUS', isState: true },
  { heading: 'VERDICT', isState: true },
  { heading: 'PROMPT', isFlexible: true },
  { heading: 'SESSION ID' },
]

/** A session as a table row. */
export function toSessionRow({ created_at: at, status, verdict, prompt, session_id: id }: SessionSummary): string[] {
  return [at, status, verdict ?? '-', shorten(toLine(prompt)), id]
}

function shorten(text: string): string {
  return text.length > promptLengthMax ? `${text.slice(0, promptLengthMax - 1)}…` : text
}

/** A session in full: request, steps and outcome. */
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

/** One step in a line, with its results below. */
export function renderStep({ number, tool, text, error, evidence, duration_ms: ms }: SessionStep): string {
  const said = toLine(text) || '(says nothing)'
  const outcome = error === null ? '' : ` failed: ${toLine(error)}`
  const shown = evidence.map(({ evidence_id: id, summary }) => `      ${id}  ${toLine(summary)}\n`)
  return `${String(number).padStart(3)}. ${toLine(tool ?? 'think')} (${ms} ms)${outcome}  ${said}\n${shown.join('')}`
}

/**
 * Renders the outcome as short sections below the summary. A claim that the summary already states is not repeated;
 * unproven claims are separate and marked.
 */
export function renderReport(report: SessionReport): string {
  const { verdict, summary, cause, first_failing_service: service, onset_at: onset, remediation, confidence } = report
  const told = report.claims.filter((claim) => isInSummary(claim, summary))
  const fields: [name: string, value: string | null][] = [
    ['Verdict', confidence > 0 ? `${verdict} (confidence ${Math.min(0.99, confidence).toFixed(2)})` : verdict],
    ['Cause', cause && nameCause(cause)],
    ['Remedy', remediation === 'none' ? null : remediation],
    ['Started', onset && `${onset.slice(0, 10)} ${onset.slice(11, 16)} UTC`],
    ['Failed first', service],
    ['Also affected', report.blast_radius.join(', ') || null],
    ['Evidence', [...new Set(told.flatMap(({ evidence_ids: ids }) => ids))].join(', ') || null],
  ]
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(14)}${toLine(value)}`]))
  const untold = report.claims.filter((claim) => !told.includes(claim))
  const parts = [...renderClaims(untold), ...renderSuspects(report), ...renderRivals(report)]
  return `${[toText(summary).trimEnd(), '', ...lines, ...parts].join('\n')}\n`
}

function isInSummary({ text, status }: Claim, summary: string): boolean {
  return status === 'verified' && summary.includes(text.trim())
}

/** Without a commit or change, only the mechanism describes the cause. */
function nameCause({ kind, commit_sha: sha, change_id: changeId, mechanism }: Cause): string {
  const id = kind === 'commit' ? (sha ?? changeId) : (changeId ?? sha)
  return id === null ? mechanism : `${kind} ${id}`
}

/** Claims without a topic, which come from a language model or an older version, are last. */
function renderClaims(claims: readonly Claim[]): string[] {
  const verified = claims.filter(({ status }) => status === 'verified')
  const listed = [...new Set(Object.values(claimHeadings))].flatMap((heading) =>
    renderSection(
      heading,
      verified.filter(({ topic }) => topic !== undefined && claimHeadings[topic] === heading).map(renderClaim),
    ),
  )
  const untitled = verified.filter(({ topic }) => topic === undefined).map(renderClaim)
  const unproven = claims.filter(({ status }) => status === 'unsupported').map(renderClaim)
  return [...listed, ...renderSection('Also verified', untitled), ...renderSection('Not proven', unproven)]
}

function renderSection(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines]
}

function renderClaim({ text, status, evidence_ids: ids }: Claim): string {
  const mark = status === 'verified' ? '  + ' : '  - UNSUPPORTED: '
  return `${mark}${toLine(text)} [${ids.join(', ')}]`
}

/** Less likely suspects are counted among the other changes. */
const probabilityMin = 0.02

/** The suspects other than the cause, likeliest first, each with its strongest reason for and against. */
function renderSuspects({ cause, suspects = [] }: SessionReport): string[] {
  const others = suspects.slice(cause === null ? 0 : 1).filter(({ probability }) => probability >= probabilityMin)
  const lines = others.flatMap(({ title, commit_sha: sha, probability, for: [why], against: [whyNot] }) => [
    `${String(Math.min(99, Math.round(probability * 100))).padStart(4)} %  ${sha === null ? '' : `${sha.slice(0, 8)} `}${toLine(title)}`,
    ...(why === undefined ? [] : [`          for      ${toLine(why)}`]),
    ...(whyNot === undefined ? [] : [`          against  ${toLine(whyNot)}`]),
  ])
  return renderSection(cause === null ? 'Suspects' : 'Other suspects', lines)
}

/** For reports without suspects: titles of the other changes that were considered. */
function renderRivals({ rivals, suspects = [] }: SessionReport): string[] {
  if (suspects.length > 0) return []
  const lines = rivals.map(({ change_id: id, title, why_not: why }) => {
    const name = title === undefined ? id : `"${toLine(title.split('\n')[0] ?? '')}"`
    return `  not ${name}: ${toLine(why)}`
  })
  return renderSection('Other changes', lines)
}
