import { issueStatuses, isUuid } from '@signalbox/contracts'
import { compilePattern } from '@signalbox/event-search'
import { toSlug } from '../../identity/organization-slug.js'
import type { ListedColumn } from '../store/issue-search.js'
import { comparedTimeOf } from './count-tests.js'
import { patternsOf, refuse, type Binder, type NamedTerm, type SearchContext } from './search-context.js'

/**
 * Each function below translates a term to an SQL condition on issues, before negation. All throw ServiceError
 * `invalid-parameters`.
 */

const isWords: ReadonlyMap<string, string> = new Map([
  ...issueStatuses.map((status) => [status, `issues.status = '${status}'`] as const),
  ...['new', 'regressed', 'escalated', 'reopened'].map(
    (reason) => [reason, `(issues.status = 'unresolved' AND issues.reason = '${reason}')`] as const,
  ),
  ['assigned', 'issues.assignee_id IS NOT NULL'],
  ['unassigned', 'issues.assignee_id IS NULL'],
])

/** `is:unresolved`, `is:[new,regressed]`. */
export function isCondition(term: NamedTerm): string {
  return oneOf(
    patternsOf(term),
    (word) => isWords.get(word) ?? refuseWord(term, [...isWords.keys(), 'handled', 'unhandled']),
  )
}

/** `status:resolved`. */
export function statusCondition(term: NamedTerm): string {
  const statuses: readonly string[] = issueStatuses
  return oneOf(
    patternsOf(term),
    (word) => (statuses.includes(word) ? isWords.get(word) : undefined) ?? refuseWord(term, statuses),
  )
}

function refuseWord(term: NamedTerm, words: readonly string[]): never {
  return refuse(term, `expected one of ${words.join(', ')}`)
}

/** `assigned:me`, `assigned:none`, `assigned:ann@example.com`, or the id of a member. */
export function assigneeCondition(term: NamedTerm, context: SearchContext, binder: Binder): string {
  return oneOf(patternsOf(term), (who) => {
    if (who === 'none') return 'issues.assignee_id IS NULL'
    return `issues.assignee_id IS ${binder.bind(who === 'me' ? memberOf(term, context) : findMember(who, context))}`
  })
}

function memberOf(term: NamedTerm, { caller: { actor } }: SearchContext): string {
  if (actor?.kind !== 'member') return refuse(term, 'an API key is not a member: use an e-mail address or id')
  return actor.id
}

/** An unknown member has no issues, so saved searches keep working after somebody leaves. */
function findMember(idOrEmail: string, { store, caller }: SearchContext): string {
  if (isUuid(idOrEmail)) return idOrEmail.toLowerCase()
  const email = idOrEmail.toLowerCase()
  return store.members.list(caller.organizationId).find((member) => member.email.toLowerCase() === email)?.id ?? ''
}

/** Ids of the projects that a term refers to by name (in full or as in short ids), id or number. */
export function findProjectIds(term: NamedTerm, { store, caller }: SearchContext): string[] {
  const tests = patternsOf(term).map((pattern) => compilePattern(pattern.toLowerCase()))
  const projects = store.projects.list(caller.organizationId).filter(({ id, number, name }) => {
    const names = [id, String(number), name.toLowerCase(), toSlug(name).toLowerCase()]
    return tests.some((isMet) => names.some(isMet))
  })
  return projects.map(({ id }) => id)
}

/** Patterns are matched against the existing values first, so that SQL only compares strings for equality. */
export function columnCondition(
  column: ListedColumn,
  term: NamedTerm,
  within: { context: SearchContext; binder: Binder },
) {
  const { context, binder } = within
  const patterns = patternsOf(term)
  const tests = patterns.map(compilePattern)
  const known = context.store.issueSearch.listValues(context.caller.organizationId, column)
  const values = known.filter((value) => tests.some((isMet) => isMet(value)))
  return inList(`issues.${column}`, values, binder)
}

/** `first_seen:>2026-05-01`, `age:-24h`. */
export function firstSeenCondition(term: NamedTerm, now: number, binder: Binder): string {
  const { operator, ms } = comparedTimeOf(term, now)
  return `issues.first_seen_at ${operator} ${binder.bind(ms)}`
}

export function inList(sql: string, values: readonly string[], binder: Binder): string {
  return `${sql} IN (SELECT value FROM json_each(${binder.bind(JSON.stringify(values))}))`
}

function oneOf(values: readonly string[], conditionOf: (value: string) => string): string {
  return values.map(conditionOf).join(' OR ')
}
