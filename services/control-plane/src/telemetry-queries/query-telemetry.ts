import { ServiceError, type RouteContract, type Static, type TObject, type TSchema } from '@signalbox/contracts'

/**
 * Calls a read-only route on behalf of an organization: conditions are evaluated with queries that any caller could
 * make. Rejects if the query is refused or unanswered.
 */
export type QueryTelemetry = <Query extends TObject, Response extends TSchema>(
  organizationId: string,
  contract: RouteContract<TObject | undefined, Query, undefined, Response>,
  query: Partial<Static<Query>>,
  /** Path parameters, if any. */
  params?: Readonly<Record<string, string>>,
) => Promise<Static<Response>>

/** For processes without access to telemetry queries. */
export const telemetryUnavailable: QueryTelemetry = () =>
  Promise.reject(new ServiceError('unavailable', { detail: 'Telemetry queries are not available here' }))
