import { ApiError, type ApiClient } from '@signalbox/api-client'
import { createId, ServiceError } from '@signalbox/contracts'
import { internalScopes, toProblem, type ApiCaller, type LocalCaller, type Log } from '@signalbox/service-kit'

/** The part of the API client that sessions need. */
export type ReadingApi = Pick<ApiClient, 'call'>

/** In-process API client for an organization. It refuses requests the same way as the API over HTTP. */
export function createLocalApi(call: LocalCaller, organizationId: string, log: Log): ReadingApi {
  const caller: ApiCaller = {
    keyId: 'agent',
    organizationId,
    scopes: new Set(internalScopes),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
  return {
    call: async (contract, input) => {
      try {
        return await call(contract, input, caller)
      } catch (error) {
        throw toApiError(error, log)
      }
    },
  }
}

function toApiError(error: unknown, log: Log): ApiError {
  const requestId = createId()
  if (!(error instanceof ServiceError)) log.error({ err: error, requestId }, 'an API call of a session failed')
  const problem = toProblem(error, requestId)
  return new ApiError(problem.status, problem.detail ?? problem.title, problem)
}
