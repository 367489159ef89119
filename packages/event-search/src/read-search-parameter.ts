import { limits, ServiceError } from '@signalbox/contracts'
import { parseSearch } from './parse-search.js'
import { SearchSyntaxError } from './search-syntax-error.js'
import type { SearchTerm } from './terms.js'

/**
 * Parses the search in a request's query.
 * @param name Query parameter that contains it.
 * @throws ServiceError `invalid-parameters`, which says where parsing failed and what was expected.
 */
export function readSearchParameter(name: string, text: string, lengthMax: number = limits.search.lengthMax) {
  try {
    return parseSearch(text, lengthMax)
  } catch (error) {
    throw error instanceof SearchSyntaxError ? refuseSearch(name, error.message) : error
  }
}

/** @returns the error for a term that is well-formed but not supported. */
export function refuseTerm(name: string, term: SearchTerm, detail: string): ServiceError {
  return refuseSearch(name, term.kind === 'text' ? detail : `${term.name}: ${detail}`)
}

function refuseSearch(name: string, detail: string): ServiceError {
  return new ServiceError('invalid-parameters', {
    detail: `${name} ${detail}`,
    faults: [{ in: 'query', name, detail }],
  })
}
