import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RefusedError } from './browser-api.js'
import type { RouteName } from './contract-types.js'
import { expireSession } from './session.js'

const retriesMax = 2
const longestWaitSeconds = 60

/** Creates the response cache. It also detects an expired session, whichever request fails. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof RefusedError && error.status === 401) expireSession()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: isWorthRetrying,
        retryDelay: (attempt, error) => waitBefore(attempt, error) * 1_000,
      },
    },
  })
}

/** Refetches what is visible and removes the routes' other cached responses, so no view opens with stale data. */
export async function refreshQueries(cache: QueryClient, ...names: readonly RouteName[]): Promise<void> {
  for (const name of names) cache.removeQueries({ queryKey: [name], type: 'inactive' })
  await Promise.all(names.map((name) => cache.invalidateQueries({ queryKey: [name] })))
}

/** Refusals are final; failures and exhausted rate limits are temporary. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (!(error instanceof RefusedError)) return failures < retriesMax
  return error.status === 429 || (error.status >= 500 && failures < retriesMax)
}

/** Seconds until the next attempt: as requested by the server, otherwise with exponential backoff. */
export function waitBefore(attempt: number, error: unknown): number {
  const asked = error instanceof RefusedError ? error.retryAfterSeconds : undefined
  return Math.min(asked ?? 2 ** attempt, longestWaitSeconds)
}
