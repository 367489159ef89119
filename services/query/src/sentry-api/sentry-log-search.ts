import { logLevels, type LogLevel } from '@signalbox/contracts'
import { plainTextOf, readSearchParameter, refuseTerm, type SearchTerm } from '@signalbox/event-search'

/** A log search of a Sentry client. */
export interface SentryLogSearch {
  /** As named; absent for all. */
  project?: string
  trace_id?: string
  release?: string
  environment?: string
  service?: string
  level?: LogLevel
  /** Text contained in the entry. */
  search?: string
}

const searchable = ['project', 'trace', 'release', 'environment', 'service'] as const

/**
 * Parses a search such as `project:web level:error "no answer"`.
 * @throws ServiceError `invalid-parameters` for searches that cannot be parsed, or that don't apply to logs.
 */
export function readLogSearch(text: string): SentryLogSearch {
  const found: SentryLogSearch = {}
  const words: string[] = []
  for (const term of readSearchParameter('query', text)) {
    const value = valueOf(term)
    const name = term.kind === 'text' ? 'message' : term.name
    if (name === 'message') words.push(value)
    else if (name === 'level' || name === 'severity') found.level = levelOf(term, value)
    else found[criterionOf(term, name)] = value
  }
  return { ...found, ...(words.length > 0 && { search: words.join(' ') }) }
}

function valueOf(term: SearchTerm): string {
  if (term.isNegated || term.kind === 'comparison') throw refuse(term, 'logs cannot be compared or excluded here')
  if (term.kind === 'text') return term.text
  const [value, ...others] = term.values.map(plainTextOf)
  if (value === undefined || others.length > 0) throw refuse(term, 'expected a single value without wildcards')
  return value
}

function criterionOf(term: SearchTerm, name: string): 'project' | 'trace_id' | 'release' | 'environment' | 'service' {
  const known = searchable.find((each) => each === name)
  if (known === undefined) {
    throw refuse(term, `logs can be searched by ${[...searchable, 'level'].join(', ')} and text only`)
  }
  return known === 'trace' ? 'trace_id' : known
}

function levelOf(term: SearchTerm, value: string): LogLevel {
  const level = logLevels.find((known) => known === value.toLowerCase())
  if (level === undefined) throw refuse(term, `a level must be one of ${logLevels.join(', ')}`)
  return level
}

const refuse = (term: SearchTerm, detail: string) => refuseTerm('query', term, detail)
