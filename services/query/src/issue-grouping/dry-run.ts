import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import {
  dayMs,
  type dryRunGrouping,
  type GroupingDryRun,
  type GroupingSettings,
  limits,
  ServiceError,
} from '@signalbox/contracts'
import { compileGroupingRules, findRuleFaults, type GroupingRules } from '@signalbox/sentry-events'
import type { ApiCaller, ProjectReference, RouteHandler } from '@signalbox/service-kit'
import type { QueryContext } from '../reading/query-context.js'
import type { TelemetryScope } from '../selection/telemetry-scope.js'
import { createIssueComparison } from './compare-issues.js'
import { countStoredEvents, readStoredEvents, type StoredEvent } from './read-stored-events.js'
import { regroup } from './regroup.js'

type Input = Parameters<RouteHandler<typeof dryRunGrouping>>[0]

const daysDefault = 7
/** Yields to other requests at least this often. */
const turnMs = 5
const retryAfterSeconds = 10

/**
 * Creates a handler that reports the effect of rules on a project's issues. Limits concurrent runs, because each keeps
 * the CPU busy for seconds, to one per organization, so that none can use up all of them.
 */
export function createDryRun(
  contextOf: (caller: ApiCaller) => QueryContext,
): (input: Pick<Input, 'caller' | 'params' | 'body'>) => Promise<GroupingDryRun> {
  const running = new Set<string>()
  return async (input) => {
    const { organizationId } = input.caller
    if (running.has(organizationId) || running.size >= limits.query.dryRunsMax) {
      throw new ServiceError('overloaded', { detail: 'Another preview is already running', retryAfterSeconds })
    }
    running.add(organizationId)
    try {
      return await dryRun(contextOf(input.caller), input)
    } finally {
      running.delete(organizationId)
    }
  }
}

/** @throws ServiceError `invalid-body` for invalid rules, `not-found`, or `query-timeout`. */
async function dryRun(context: QueryContext, { caller, params, body }: Pick<Input, 'caller' | 'params' | 'body'>) {
  const project = await findProject(context, caller.organizationId, params.project_id)
  const current = (await context.settings.readCurrentSettings(project.id)).grouping
  const { fingerprint_rules = current.fingerprint_rules, in_app_rules = current.in_app_rules } = body
  const { version = current.version } = body
  const settings = { fingerprint_rules, in_app_rules, ...(version && { version }) }
  refuseFaults(settings)
  const nowMs = context.clock()
  const startMs = nowMs - (body.days ?? daysDefault) * dayMs
  const window = { startMs, endMs: nowMs, untilMs: nowMs + limits.time.aheadMsMax }
  return replay(context, {
    scope: { organizationId: caller.organizationId, projectId: project.id, window },
    project,
    rules: compileGroupingRules(settings),
    eventsMax: body.events_max ?? limits.query.dryRunEventsDefault,
  })
}

function refuseFaults(settings: GroupingSettings): void {
  const faults = findRuleFaults(settings).map(({ field, line, detail }) => ({
    in: 'body' as const,
    name: `/${field}`,
    detail: `line ${line}: ${detail}`,
  }))
  if (faults.length > 0) throw new ServiceError('invalid-body', { detail: 'Some lines are not valid rules', faults })
}

async function findProject({ projects }: QueryContext, organizationId: string, idOrNumber: string) {
  const project = await projects.findProject(organizationId, idOrNumber)
  if (project === undefined) throw new ServiceError('not-found', { detail: 'No such project' })
  return project
}

interface Replay {
  scope: TelemetryScope
  project: ProjectReference
  rules: GroupingRules
  eventsMax: number
}

async function replay(
  { store, clock }: QueryContext,
  { scope, project, rules, eventsMax }: Replay,
): Promise<GroupingDryRun> {
  const endsAtMs = clock() + limits.query.timeoutMs
  const comparison = createIssueComparison()
  const source = { organizationId: scope.organizationId, project }
  let examined = 0
  let incomplete = 0
  const inRange = await countStoredEvents(store, scope)
  for await (const page of readStoredEvents(store, scope, eventsMax)) {
    const takeTurn = createTurns(clock, endsAtMs)
    for (const stored of page) {
      const after = regroup(stored, { rules, source })
      comparison.add({ eventId: stored.event_id, times: stored.times_seen, before: placeOf(stored), after })
      if (!after.isComplete) incomplete += 1
      await takeTurn()
    }
    examined += page.length
  }
  return {
    events_examined: examined,
    events_in_range: inRange,
    is_sampled: examined < inRange,
    events_incomplete: incomplete,
    ...comparison.report(),
  }
}

function placeOf({ fingerprint, title }: StoredEvent) {
  return { fingerprint, title }
}

/**
 * @returns A function to call after each event. It yields to other work every few milliseconds, and throws
 * `query-timeout` if the total time is exceeded. With costly rules, a single event takes longer than that: other work
 * then gets as much time as the event took.
 */
function createTurns(clock: QueryContext['clock'], endsAtMs: number): () => Promise<void> {
  let turnStartedAt = performance.now()
  let events = 0
  return async () => {
    events += 1
    if (clock() > endsAtMs) {
      throw new ServiceError('query-timeout', { detail: 'Examine fewer events or days' })
    }
    const tookMs = performance.now() - turnStartedAt
    if (tookMs < turnMs) return
    await (events > 1 ? setImmediate() : delay(tookMs))
    events = 0
    turnStartedAt = performance.now()
  }
}
