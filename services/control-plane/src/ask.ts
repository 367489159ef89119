import type { RouteContract, Static, TObject, TSchema } from '@signalbox/contracts'

/**
 * Asks one read-only route on behalf of an organization: conditions are judged by what anybody may ask.
 * Rejects when the question is refused or nobody answers.
 */
export type Ask = <Query extends TObject, Response extends TSchema>(
  organizationId: string,
  contract: RouteContract<undefined, Query, undefined, Response>,
  query: Partial<Static<Query>>,
) => Promise<Static<Response>>
