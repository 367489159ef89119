import { isJsonObject, parseTimestamp, type Assertion } from '@signalbox/contracts'
import type { ClaimDraft, ReportDraft } from '../investigation/investigation.js'
import { joinParts, type BoundParts } from '../report/bound-parts.js'
import { checkClaim, type CheckedClaim, type Grounds } from '../report/check-claim.js'
import { checkReport } from '../report/check-report.js'
import { collectKnownNames } from '../report/known-names.js'
import { comparingWords, denyingWords, plainWords } from './plain-words.js'

const comparing: ReadonlySet<Assertion['operator']> = new Set([
  'at-least',
  'at-most',
  'more-than',
  'less-than',
  'at-least-items',
  'at-most-items',
])
const denying: ReadonlySet<Assertion['operator']> = new Set([
  'not-equals',
  'not-contains',
  'absent',
  'at-most',
  'less-than',
  'at-most-items',
])

/**
 * Restricts a model's draft to observations. The report check verifies names and numbers; the words of an untrusted
 * author need checks as well:
 * 1. A claim may use the words of observations and words in the evidence it refers to; words that negate or compare
 * need an assertion that does too. Other claims lose their assertions, which makes them unsupported.
 * 2. A mechanism and reasons against rivals are restricted to the same words.
 * 3. A change is a cause only if a claim about something other than changes is verified, and the change precedes an
 * onset that a claim proves. Everything else is inconclusive; health cannot be proven.
 */
export function restrainDraft(draft: ReportDraft, results: ReadonlyMap<string, unknown>): ReportDraft {
  const grounds: Grounds = { results, knownNames: collectKnownNames(results) }
  const checked = draft.claims.map((claim) => checkClaim(claim, grounds))
  const claims = checked.map(({ claim, parts }) => (isPlain(claim, parts) ? claim : { ...claim, assertion: [] }))
  const parts = joinParts(checked.map((each) => each.parts))
  const restrained: ReportDraft = {
    ...draft,
    claims: claims.map(({ text, assertion }) => ({ text, assertion })),
    cause: draft.cause && { ...draft.cause, mechanism: plainOrNothing(draft.cause.mechanism, parts) },
    rivals: draft.rivals.map((rival) => ({ ...rival, why_not: plainOrNothing(rival.why_not, parts) })),
  }
  return isPlausible(restrained, results)
    ? restrained
    : { ...restrained, verdict: 'inconclusive', cause: null, confidence: 0 }
}

function isPlain({ text, assertion }: CheckedClaim['claim'], parts: BoundParts): boolean {
  const words = wordsOf(text)
  const uses = (list: ReadonlySet<string>) => words.some((word) => list.has(word))
  const saysNo = assertion.some(({ operator, value }) => denying.has(operator) || value === 0 || value === false)
  const compares = assertion.some(({ operator }) => comparing.has(operator))
  if (uses(denyingWords) && !saysNo) return false
  return (!uses(comparingWords) || compares) && areKnown(words, parts)
}

function plainOrNothing(text: string, parts: BoundParts): string {
  const words = wordsOf(text)
  return areKnown(words, parts) && !words.some((word) => denyingWords.has(word) || comparingWords.has(word)) ? text : ''
}

function areKnown(words: readonly string[], { texts }: BoundParts): boolean {
  const unknown = words.filter((word) => !plainWords.has(word))
  if (unknown.length === 0) return true
  const evidence = new Set(texts.flatMap(wordsOf))
  return unknown.every((word) => evidence.has(word))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? []
}

/**
 * True if a verdict has the required support. Only a change's responsibility can be proven; assertions on single values
 * cannot show that all is well or that the cause was external.
 */
function isPlausible(draft: ReportDraft, results: ReadonlyMap<string, unknown>): boolean {
  const { cause, claims, onset_at: onset } = checkReport(draft, results)
  const name = cause?.change_id ?? cause?.commit_sha ?? null
  if (name === null || onset === null) return false
  const isSymptom = claims.some(
    (claim) => claim.status === 'verified' && claim.evidence_ids.every((id) => !hasChanges(results.get(id))),
  )
  return isSymptom && occurrenceOf(name, results) <= (parseTimestamp(onset) ?? 0)
}

function hasChanges(result: unknown): boolean {
  return isJsonObject(result) && Array.isArray(result['changes'])
}

/** When the change happened, in Unix milliseconds; Infinity if unknown. */
function occurrenceOf(name: string, results: ReadonlyMap<string, unknown>): number {
  const row = [...results.values()]
    .flatMap(changesOf)
    .find((change) => change['change_id'] === name || change['id'] === name)
  const occurredAt = row?.['occurred_at']
  return typeof occurredAt === 'string' ? (parseTimestamp(occurredAt) ?? Infinity) : Infinity
}

function changesOf(result: unknown): Readonly<Record<string, unknown>>[] {
  const changes = isJsonObject(result) ? result['changes'] : undefined
  return Array.isArray(changes) ? changes.filter(isJsonObject) : []
}

/** The claims that a model may add to a conclusion that isn't its own. */
export function verifiedClaims(draft: ReportDraft, results: ReadonlyMap<string, unknown>): ClaimDraft[] {
  return checkReport(draft, results)
    .claims.filter(({ status }) => status === 'verified')
    .map(({ text, assertion }) => ({ text, assertion }))
}
