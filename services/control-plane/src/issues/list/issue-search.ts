import { readSearchParameter, toPattern, type SearchTerm } from '@signalbox/event-search'
import type { IssueCondition } from '../store/issue-search.js'
import { lastSeenTest, numberTest, type CountTest } from './count-tests.js'
import { createBinder, refuse, type Binder, type NamedTerm, type SearchContext } from './search-context.js'
import {
  assigneeCondition,
  columnCondition,
  findProjectIds,
  firstSeenCondition,
  inList,
  isCondition,
  statusCondition,
} from './state-conditions.js'
import { findNewestRelease } from '../newest-release.js'

/** An issue search, split by the component that evaluates each part. */
export interface IssueSearch {
  /** Condition on the control plane's issue data. */
  condition: IssueCondition
  /** Terms on events. */
  events: SearchTerm[]
  /** True if any term constrains events by more than their project. */
  needsEvents: boolean
  /** Conditions on event counts. */
  counts: CountTest[]
  /** True if any of these uses the number of users. */
  countsUsers: boolean
}

/** What one term means for each component. */
interface TermParts {
  /** SQL condition on issues, before negation. */
  sql?: string
  event?: SearchTerm
  count?: CountTest
}

/**
 * Parses the query of an issue list.
 * @throws ServiceError `invalid-parameters` that names `query` and the position of the error.
 */
export function readIssueSearch(text: string, context: SearchContext): IssueSearch {
  const binder = createBinder()
  const terms = readSearchParameter('query', text)
  const parts = terms.map((term): TermParts => {
    if (term.kind === 'text') return { event: term }
    const read = readers.get(term.name)
    return read === undefined ? { event: term } : read(term, context, binder)
  })
  const conditions = parts.flatMap(({ sql }, index) => {
    if (sql === undefined) return []
    return terms[index]?.isNegated === true ? [`NOT (${sql})`] : [`(${sql})`]
  })
  return {
    condition: { sql: conditions.join(' AND ') || 'true', parameters: binder.parameters },
    events: parts.flatMap(({ event }) => event ?? []),
    needsEvents: parts.some(({ event, sql }) => event !== undefined && sql === undefined),
    counts: parts.flatMap(({ count }) => count ?? []),
    countsUsers: terms.some((term) => term.kind !== 'text' && term.name === 'users'),
  }
}

type TermReader = (term: NamedTerm, context: SearchContext, binder: Binder) => TermParts

/** Properties of issues. Any other name is a property of events. */
const readers: ReadonlyMap<string, TermReader> = new Map<string, TermReader>([
  ['is', readIs],
  ['status', (term) => ({ sql: statusCondition(term) })],
  ['assigned', (term, context, binder) => ({ sql: assigneeCondition(term, context, binder) })],
  ['project', readProjects],
  ['level', (term, context, binder) => ({ sql: columnCondition('level', term, { context, binder }) })],
  ['platform', (term, context, binder) => ({ sql: columnCondition('platform', term, { context, binder }) })],
  [
    'first_release',
    (term, context, binder) => {
      return { sql: columnCondition('first_release', withNewestReleases(term, context), { context, binder }) }
    },
  ],
  ['first_seen', (term, { now }, binder) => ({ sql: firstSeenCondition(term, now, binder) })],
  ['age', (term, { now }, binder) => ({ sql: firstSeenCondition(term, now, binder) })],
  ['last_seen', (term, { now }) => ({ count: lastSeenTest(term, now) })],
  ['times_seen', (term) => ({ count: numberTest(term, ({ events }) => events) })],
  ['users', (term) => ({ count: numberTest(term, ({ users }) => users) })],
  ['release', (term, context) => ({ event: withNewestReleases(term, context) })],
])

/** `is:unhandled` and `is:handled` apply to events, all other words to issues. */
function readIs(term: NamedTerm): TermParts {
  const words = term.kind === 'property' ? term.values : []
  if (!words.some((word) => word === 'unhandled' || word === 'handled')) return { sql: isCondition(term) }
  const [word = '', ...others] = words
  if (others.length > 0) refuse(term, 'handled and unhandled must stand alone')
  return { event: { kind: 'property', name: `error.${word}`, values: ['true'], isNegated: term.isNegated } }
}

/** Narrows both issues and events, so that events of other projects do not crowd out the matching ones. */
function readProjects(term: NamedTerm, context: SearchContext, binder: Binder): TermParts {
  const ids = findProjectIds(term, context)
  const values = ids.length === 0 ? ['none'] : ids.map(toPattern)
  return {
    sql: inList('issues.project_id', ids, binder),
    event: { kind: 'property', name: 'project_id', values, isNegated: term.isNegated },
  }
}

/**
 * Replaces `latest` with the newest releases of the searched projects. If no project has a release, the word remains
 * and matches a release of that name.
 */
function withNewestReleases(term: NamedTerm, { store, caller, projectId }: SearchContext): NamedTerm {
  if (term.kind !== 'property' || !term.values.includes('latest')) return term
  const projectIds =
    projectId === undefined ? store.projects.list(caller.organizationId).map(({ id }) => id) : [projectId]
  const newest = projectIds.flatMap((id) => findNewestRelease(store, id) ?? [])
  if (newest.length === 0) return term
  const values = term.values.flatMap((value) => (value === 'latest' ? newest.map(toPattern) : [value]))
  return { ...term, values: [...new Set(values)] }
}
