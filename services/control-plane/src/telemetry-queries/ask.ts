import { ServiceError, type RouteContract, type Static, type TObject, type TSchema } from '@signalbox/contracts'

/**
 * Asks one read-only route on behalf of an organization: conditions are judged by what anybody may ask.
 * Rejects when the question is refused or nobody answers.
 */
export type Ask = <Query extends TObject, Response extends TSchema>(
  organizationId: string,
  contract: RouteContract<TObject | undefined, Query, undefined, Response>,
  query: Partial<Static<Query>>,
  /** Of the path, where it has some. */
  params?: Readonly<Record<string, string>>,
) => Promise<Static<Response>>

/** Where nobody answers questions about telemetry. */
export const nobodyAnswers: Ask = () =>
  Promise.reject(new ServiceError('unavailable', { detail: 'Telemetry queries are not available here' }))
