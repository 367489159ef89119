import { refuseTerm, type SearchTerm } from '@signalbox/event-search'
import type { ApiCaller } from '@signalbox/service-kit'
import type { IssueStores } from '../store/issue-stores.js'

/** Who searches for issues, and where. */
export interface SearchContext {
  store: IssueStores
  caller: ApiCaller
  /** The project that is searched; all of the organization when undefined. */
  projectId: string | undefined
  /** Unix milliseconds. */
  now: number
}

/** A term that names a property. */
export type NamedTerm = Exclude<SearchTerm, { kind: 'text' }>

/** Keeps the values of conditions, each under a name of its own. */
export interface Binder {
  /** @returns how SQL refers to the value. */
  bind(value: string | number): string
  parameters: Record<string, string | number>
}

export function createBinder(): Binder {
  const parameters: Record<string, string | number> = {}
  return {
    parameters,
    bind(value) {
      const name = `searched${Object.keys(parameters).length}`
      parameters[name] = value
      return `@${name}`
    },
  }
}

/** @throws ServiceError `invalid-parameters` that names the parameter `query` and the term. */
export function refuse(term: SearchTerm, detail: string): never {
  throw refuseTerm('query', term, detail)
}

/** The patterns of a term that is to name values. @throws ServiceError `invalid-parameters` for a comparison. */
export function patternsOf(term: NamedTerm): readonly string[] {
  return term.kind === 'property' ? term.values : refuse(term, 'comparisons are not supported: list values')
}
