import { limits, ServiceError } from '@signalbox/contracts'
import { parseSearch } from './parse-search.js'
import { SearchSyntaxError } from './search-syntax-error.js'
import type { SearchTerm } from './terms.js'

/**
 * Reads the search text of a request.
 * @param name Parameter of the query that holds it.
 * @throws ServiceError `invalid-parameters` that says where it goes wrong and what is expected there.
 */
export function readSearchParameter(name: string, text: string, lengthMax: number = limits.search.lengthMax) {
  try {
    return parseSearch(text, lengthMax)
  } catch (error) {
    throw error instanceof SearchSyntaxError ? refuseSearch(name, error.message) : error
  }
}

/** @returns the error for a term that can be read but not be answered. */
export function refuseTerm(name: string, term: SearchTerm, detail: string): ServiceError {
  return refuseSearch(name, term.kind === 'text' ? detail : `${term.name}: ${detail}`)
}

function refuseSearch(name: string, detail: string): ServiceError {
  return new ServiceError('invalid-parameters', {
    detail: `${name} ${detail}`,
    faults: [{ in: 'query', name, detail }],
  })
}
