import {
  createValidator,
  limits,
  ServiceError,
  toFieldFaults,
  type FieldFault,
  type RouteContract,
  type Validation,
} from '@signalbox/contracts'
import type { Request } from 'express'
import type { Route } from './route-handler.js'
import { readJsonBody } from './read-json-body.js'
import { readQuery } from './read-parameters.js'

type Input = Parameters<Route['handle']>[0]
type ValidatedParts = Pick<Input, 'params' | 'query' | 'body'>

/**
 * Up to this size all faults of a body are reported, beyond it only the first: finding all of them takes time and
 * memory.
 */
const allFaultsBytesMax = 64 * 1024

/** Compiles a contract's schemas once into a check of its requests. */
export function createRequestCheck(contract: RouteContract): (req: Request) => Promise<ValidatedParts> {
  const checkUrl = createUrlCheck(contract)
  const checkBody = createBodyCheck(contract)
  const { jsonBytesMax, publicJsonBytesMax } = limits.body
  const bytesMax = contract.scope === 'public' ? publicJsonBytesMax : jsonBytesMax
  return async (req) => {
    const url = checkUrl({ params: { ...req.params }, queryString: /\?(.*)$/s.exec(req.url)?.[1] ?? '' })
    return { ...url, body: contract.body && checkBody(await readJsonBody(req, bytesMax)) }
  }
}

/** Content of a URL: decoded path parameters, and the raw query after the question mark. */
interface UrlParts {
  params: Record<string, unknown>
  queryString: string
}

/** @returns a check that throws ServiceError `invalid-parameters`. */
export function createUrlCheck({ params, query }: RouteContract) {
  const checkParams = params && createValidator(params, { fromText: true, allFaults: true })
  const checkQuery = query && createValidator(query, { fromText: true, allFaults: true })
  return (url: UrlParts): Pick<ValidatedParts, 'params' | 'query'> => {
    const raw = readQuery(url.queryString, query)
    const paramsResult = checkParams?.(url.params)
    const queryResult = checkQuery?.(raw.values)
    const faults = [...faultsOf('path', paramsResult), ...raw.faults, ...faultsOf('query', queryResult)]
    if (faults.length > 0) throw new ServiceError('invalid-parameters', { faults })
    return { params: valueOf(paramsResult), query: valueOf(queryResult) }
  }
}

/** @returns a check of a body and its size in bytes that throws ServiceError `invalid-body`. */
export function createBodyCheck({ body }: RouteContract) {
  const check = body && createValidator(body)
  const checkAll = body && createValidator(body, { allFaults: true })
  return ({ value, bytes }: { value: unknown; bytes: number }): unknown => {
    const result = bytes > allFaultsBytesMax ? check?.(value) : checkAll?.(value)
    if (result === undefined || result.ok) return valueOf(result)
    throw new ServiceError('invalid-body', { faults: toFieldFaults('body', result.faults) })
  }
}

function faultsOf(part: FieldFault['in'], result: Validation<unknown> | undefined): FieldFault[] {
  return result === undefined || result.ok ? [] : toFieldFaults(part, result.faults)
}

function valueOf<T>(result: Validation<T> | undefined): T | undefined {
  return result?.ok ? result.value : undefined
}
