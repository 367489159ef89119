import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RefusedError } from './browser-api.js'
import type { RouteName } from './contract-types.js'
import { expireSession } from './session.js'

const retriesMax = 2
const longestWaitSeconds = 60

/** The cache of answers. A session that ended is noticed here, whichever question the server refuses. */
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

/** Asks anew for what is in view, and forgets the routes' other answers, so that no view opens with what has gone. */
export async function renewAnswers(cache: QueryClient, ...names: readonly RouteName[]): Promise<void> {
  for (const name of names) cache.removeQueries({ queryKey: [name], type: 'inactive' })
  await Promise.all(names.map((name) => cache.invalidateQueries({ queryKey: [name] })))
}

/** What the server refused it refuses again; failures and full budgets pass. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (!(error instanceof RefusedError)) return failures < retriesMax
  return error.status === 429 || (error.status >= 500 && failures < retriesMax)
}

/** Seconds until the next attempt: as long as the server asks, else twice as long each time. */
export function waitBefore(attempt: number, error: unknown): number {
  const asked = error instanceof RefusedError ? error.retryAfterSeconds : undefined
  return Math.min(asked ?? 2 ** attempt, longestWaitSeconds)
}
