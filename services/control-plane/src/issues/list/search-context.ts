import { refuseTerm, type SearchTerm } from '@signalbox/event-search'
import type { ApiCaller } from '@signalbox/service-kit'
import type { IssueStores } from '../store/issue-stores.js'

/** Who searches for issues, and in which project. */
export interface SearchContext {
  store: IssueStores
  caller: ApiCaller
  /** The project to search; undefined for the entire organization. */
  projectId: string | undefined
  /** Unix milliseconds. */
  now: number
}

/** A search term that names a property. */
export type NamedTerm = Exclude<SearchTerm, { kind: 'text' }>

/** Collects the values of conditions under unique parameter names. */
export interface Binder {
  /** @returns the SQL reference to the value. */
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

/** Returns the patterns of a term. @throws ServiceError `invalid-parameters` if the term is a comparison. */
export function patternsOf(term: NamedTerm): readonly string[] {
  return term.kind === 'property' ? term.values : refuse(term, 'comparisons are not supported: list values')
}
