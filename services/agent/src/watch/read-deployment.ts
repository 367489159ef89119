import {
  dayMs,
  minuteMs,
  limits,
  listChanges,
  parseTimestamp,
  queryDependencies,
  queryErrorGroups,
  queryMetrics,
  queryServices,
  type Change,
  type Dependency,
  type ErrorGroup,
  type ServicesResponse,
} from '@signalbox/contracts'
import type { TimeWindow } from '../investigation/time-window.js'
import type { QueryResult, InvestigationStep } from '../investigation/investigation.js'
import { countThings } from '../wording/count-things.js'
import { policy } from './policy.js'
import { addRestarts, readMinutes } from './read-minutes.js'
import type { NewErrorReading, RivalReading, ServiceReadings, WatchedDeployment, WatchReadings } from './readings.js'

/** Maximum number of callers watched or, if the deployment names no service, of services: the busiest. */
const servicesMax = 20
const changesMax = 200
const rivalKinds: readonly Change['kind'][] = ['deployment', 'flag', 'config', 'infrastructure', 'status']

/** Time windows of one check. */
export interface CheckWindows {
  before: TimeWindow
  after: TimeWindow
}

/** The readings of a check, and the query result about changes that it is based on. */
export interface CheckReadings {
  readings: WatchReadings
  changes: QueryResult<{ changes: readonly Change[] }>
}

/** Runs all queries that one check needs. */
export async function readDeployment(
  step: InvestigationStep,
  deployment: WatchedDeployment,
  windows: CheckWindows,
): Promise<CheckReadings> {
  const { before, after } = windows
  const whole = rangeOf({ start: before.start, end: after.end })
  const split = timeOf(before.end)
  const dayBefore = { start: after.start - dayMs, end: after.end - dayMs }
  const [now, yesterday, dependencies, groups, changes] = await Promise.all([
    fetchServices(step, { start: before.start, end: after.end }),
    fetchServices(step, dayBefore),
    step.ask(queryDependencies, { query: whole }, ({ total }) => countThings(total, 'dependency', 'dependencies')),
    step.ask(
      queryErrorGroups,
      { query: { ...whole, split, limit: limits.query.errorGroupsLimitMax } },
      ({ total }) => `${total} kinds of error before and after the deployment`,
    ),
    fetchChanges(step, { start: before.end - policy.rivalMinutesBefore * minuteMs, end: after.end }),
  ])
  const roles = assignRoles(deployment, now.value, dependencies.value.dependencies)
  const services = await Promise.all(
    roles.map(async ({ service, role }) => {
      const samples = role === 'deployed' ? await fetchRestarts(step, service, windows) : undefined
      const minutes = (window: TimeWindow, answer: ServicesResponse) =>
        addRestarts(readMinutes(answer, service, window), samples?.value.metrics ?? [])
      return {
        service,
        role,
        before: minutes(before, now.value),
        after: minutes(after, now.value),
        dayBefore: hasService(yesterday.value, service) ? minutes(dayBefore, yesterday.value) : [],
      }
    }),
  )
  const readings = {
    services,
    callees: calleesOf(services, dependencies.value.dependencies),
    newErrors: groups.value.groups.flatMap((group) => readNewError(group, services, before.end)),
    rivals: changes.value.changes.flatMap((change) => readRival(change, deployment)),
    evidence: [now, yesterday, dependencies, groups, changes].map(({ evidenceId }) => evidenceId),
  }
  return { readings, changes }
}

function fetchServices(step: InvestigationStep, window: TimeWindow): Promise<QueryResult<ServicesResponse>> {
  return step.ask(
    queryServices,
    { query: { ...rangeOf(window), interval_seconds: 60 } },
    ({ services }) => `${services.length} services by the minute`,
  )
}

function fetchChanges(step: InvestigationStep, window: TimeWindow) {
  return step.ask(
    listChanges,
    { query: { ...rangeOf(window), limit: changesMax } },
    ({ total }) => `${total} changes near the deployment`,
  )
}

function fetchRestarts(step: InvestigationStep, container: string, { before, after }: CheckWindows) {
  const query = {
    ...rangeOf({ start: before.start, end: after.end }),
    container,
    metric: 'container_restarts_total',
    limit: limits.query.metricsLimitMax,
  }
  return step.ask(queryMetrics, { query }, ({ total }) => `${total} samples of restarts`)
}

/** The deployed service (or all services if none was named) and its callers. */
function assignRoles(
  { service }: WatchedDeployment,
  { services }: ServicesResponse,
  dependencies: readonly Dependency[],
): Pick<ServiceReadings, 'service' | 'role'>[] {
  if (service === null) return busiest(services).map((name) => ({ service: name, role: 'deployed' as const }))
  const callers = dependencies.filter(({ callee }) => callee === service).map(({ caller }) => caller)
  const names = [...new Set(callers)].slice(0, servicesMax)
  return [{ service, role: 'deployed' }, ...names.map((name) => ({ service: name, role: 'caller' as const }))]
}

function busiest(services: ServicesResponse['services']): string[] {
  const weigh = ({ points }: ServicesResponse['services'][number]) =>
    points.reduce((sum, { requests, error_events: events }) => sum + requests + events, 0)
  return [...services]
    .sort((a, b) => weigh(b) - weigh(a) || (a.service < b.service ? -1 : 1))
    .slice(0, servicesMax)
    .map(({ service }) => service)
}

function calleesOf(services: readonly ServiceReadings[], dependencies: readonly Dependency[]): string[] {
  const deployed = new Set(services.filter(({ role }) => role === 'deployed').map(({ service }) => service))
  const callees = dependencies.filter(({ caller }) => deployed.has(caller)).map(({ callee }) => callee)
  return [...new Set(callees)].sort()
}

function hasService({ services }: ServicesResponse, name: string): boolean {
  return services.some(({ service }) => service === name)
}

function readNewError(group: ErrorGroup, services: readonly ServiceReadings[], deployedAt: number): NewErrorReading[] {
  const firstSeenAt = parseTimestamp(group.first_ever) ?? 0
  if (firstSeenAt < deployedAt || !services.some(({ service }) => service === group.service)) return []
  const { fingerprint, service, count, releases, type, message } = group
  const title = [type, message].filter((part) => part !== '').join(': ')
  return [{ fingerprint, service, title, count, firstSeenAt, releases }]
}

function readRival(change: Change, deployment: WatchedDeployment): RivalReading[] {
  if (change.change_id === deployment.id || !rivalKinds.includes(change.kind)) return []
  if (isSameRelease(change, deployment)) return []
  const { change_id: changeId, kind, title, service, occurred_at: occurredAt } = change
  return [{ changeId, kind, title, service, at: parseTimestamp(occurredAt) ?? 0 }]
}

/** A release is often announced more than once: by CI, and by the tool that uploads its artifacts. */
function isSameRelease({ kind, service, details }: Change, deployment: WatchedDeployment): boolean {
  if (kind !== 'deployment' || service !== deployment.service) return false
  const { commitSha, version } = deployment
  return commitSha !== null ? details['commit_sha'] === commitSha : version !== null && details['version'] === version
}

function rangeOf({ start, end }: TimeWindow): { start: string; end: string } {
  return { start: timeOf(start), end: timeOf(end) }
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
