import {
  createValidator,
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

/** Bodies up to this size are told all their faults, larger ones the first: finding all takes time and memory. */
const allFaultsBytesMax = 64 * 1024

/** Compiles a contract's schemas, once, into the check of its requests. */
export function createRequestCheck(contract: RouteContract): (req: Request) => Promise<ValidatedParts> {
  const readUrl = createUrlCheck(contract)
  const readBody = createBodyCheck(contract)
  return async (req) => {
    const { params, query } = readUrl(req)
    return { params, query, body: await readBody(req) }
  }
}

function createUrlCheck({ params, query }: RouteContract) {
  const checkParams = params && createValidator(params, { fromText: true, allFaults: true })
  const checkQuery = query && createValidator(query, { fromText: true, allFaults: true })
  return (req: Request): Pick<ValidatedParts, 'params' | 'query'> => {
    const queryString = /\?(.*)$/s.exec(req.url)?.[1] ?? ''
    const raw = query ? readQuery(queryString, query) : { values: {}, faults: [] }
    const paramsResult = checkParams?.({ ...req.params })
    const queryResult = checkQuery?.(raw.values)
    const faults = [...faultsOf('path', paramsResult), ...raw.faults, ...faultsOf('query', queryResult)]
    if (faults.length > 0) throw new ServiceError('invalid-parameters', { faults })
    return { params: valueOf(paramsResult), query: valueOf(queryResult) }
  }
}

function createBodyCheck({ body }: RouteContract) {
  if (body === undefined) return () => undefined
  const check = createValidator(body)
  const checkAll = createValidator(body, { allFaults: true })
  return async (req: Request): Promise<unknown> => {
    const { value, bytes } = await readJsonBody(req)
    const result = bytes > allFaultsBytesMax ? check(value) : checkAll(value)
    if (result.ok) return result.value
    throw new ServiceError('invalid-body', { faults: toFieldFaults('body', result.faults) })
  }
}

function faultsOf(part: FieldFault['in'], result: Validation<unknown> | undefined): FieldFault[] {
  return result === undefined || result.ok ? [] : toFieldFaults(part, result.faults)
}

function valueOf<T>(result: Validation<T> | undefined): T | undefined {
  return result?.ok ? result.value : undefined
}
