import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneByTag, OneOf, Timestamp } from '../../schema.js'
import { alertSeverities } from './alert-severities.js'
import { deploymentStatuses } from '../deployments/deployments.js'
import { sessionOriginKinds } from '../sessions/agent-sessions.js'
import { pageFields, pageParameters, TextParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { verdicts } from '../../sessions/session-states.js'
import { FreeObject, NameText } from '../http/texts.js'

/** Triggers on events; they start runs as soon as the event is stored. */
export const eventTriggerKinds = [
  'deployment_created',
  'deployment_failed',
  'issue_created',
  'issue_regressed',
  'session_verdict',
  'alert_opened',
] as const
export type EventTriggerKind = (typeof eventTriggerKinds)[number]

/** Triggers on conditions, which are evaluated once a minute; they start a run when the condition begins to hold. */
export const conditionTriggerKinds = ['error_rate', 'metric_threshold', 'check_in_missed'] as const
export type ConditionTriggerKind = (typeof conditionTriggerKinds)[number]

/** Kinds of workflow triggers. */
export const triggerKinds = ['manual', 'schedule', ...eventTriggerKinds, ...conditionTriggerKinds] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** How the measurements in a window are aggregated. */
export const metricAggregates = ['avg', 'min', 'max', 'sum', 'count', 'p50', 'p95'] as const
export type MetricAggregate = (typeof metricAggregates)[number]

const { workflow } = limits

const Any = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.text.nameLengthMax }), {
      minItems: 1,
      maxItems: workflow.filterValuesMax,
      description: `Only these; ${description}`,
    }),
  )
const AnyOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Optional(
    Type.Array(OneOf(values), { minItems: 1, maxItems: values.length, description: `Only these; ${description}` }),
  )
const Filters = <P extends TProperties>(properties: P) =>
  Type.Optional(Closed(properties, { description: 'All filters must match. Without filters, every event matches' }))

/** A trigger of one kind; `runsPerHour` describes the default cap. */
function Trigger<const K extends TriggerKind, P extends TProperties>(kind: K, runsPerHour: string, properties: P) {
  return Closed({
    name: NameText('Name of the trigger, unique within the workflow; shown as `trigger_name` on runs'),
    kind: Type.Literal(kind),
    ...properties,
    context: Type.Optional(
      FreeObject(
        'Values for the variables of the instruction; values from the trigger itself take precedence. At most ' +
          `${workflow.triggerContextBytesMax} bytes of JSON`,
      ),
    ),
    runs_per_hour_max: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: workflow.runsPerHourMax,
        description:
          'Maximum number of runs within any hour; further runs are refused and shown as capped. ' +
          `Default ${runsPerHour}`,
      }),
    ),
  })
}

const byDefault = String(workflow.runsPerHourDefault)
const ProjectId = Type.String({ format: 'uuid', description: 'Only this telemetry project' })
const Environment = Type.String({ minLength: 1, maxLength: limits.text.nameLengthMax, description: 'Only this one' })
const WithinMinutes = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: workflow.windowMinutesMax,
    default: workflow.windowMinutesDefault,
    description: `Length of the evaluated window in minutes; default ${workflow.windowMinutesDefault}`,
  }),
)
const deploymentFilters = {
  service: Any('deployed service'),
  environment: Any('environment deployed to'),
  repository: Any('repository as `owner/name`'),
}
const IssueFilters = Filters({
  project_id: Any('id of the telemetry project'),
  level: Any('level of its first event'),
  platform: Any('platform of its first event'),
})

export const ManualTrigger = Trigger('manual', 'none', {})

export const ScheduleTrigger = Trigger('schedule', 'none', {
  cron: Type.String({
    minLength: 1,
    maxLength: workflow.cronLengthMax,
    description: 'Minute, hour, day of month, month, day of week',
    examples: ['30 2 * * 1-5'],
  }),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: 'UTC',
      description: 'IANA time zone of the crontab; default UTC',
      examples: ['Europe/Berlin'],
    }),
  ),
})

export const SessionVerdictTrigger = Trigger('session_verdict', byDefault, {
  filters: Filters({
    verdict: AnyOf(verdicts, 'verdict of the session'),
    origin: AnyOf(
      sessionOriginKinds,
      'source of the session. Without this filter, sessions of workflow runs do not match; sessions of the ' +
        "workflow's own runs never do",
    ),
  }),
})

export const ErrorRateTrigger = Trigger('error_rate', byDefault, {
  more_than: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'Maximum number of error events within the window that is still acceptable',
  }),
  within_minutes: WithinMinutes,
  project_id: Type.Optional(ProjectId),
  level: Type.Optional(
    OneOf(['error', 'warning', 'info'] as const, {
      default: 'error',
      description: 'As in error queries: `error` includes fatal, `info` includes debug. Default error',
    }),
  ),
})

export const MetricThresholdTrigger = Trigger('metric_threshold', byDefault, {
  metric: Type.String({
    minLength: 1,
    maxLength: limits.appMetric.nameLengthMax,
    description: 'Application metric',
  }),
  aggregate: Type.Optional(
    OneOf(metricAggregates, {
      default: 'avg',
      description:
        'Aggregate over the window; quantiles are the quantiles of its minutes, weighted by measurements. ' +
        'Default avg',
    }),
  ),
  is: OneOf(['above', 'below'] as const, { description: 'When the condition holds' }),
  value: Type.Number({ description: "In the metric's unit" }),
  within_minutes: WithinMinutes,
  project_id: Type.Optional(ProjectId),
  service: Type.Optional(Environment),
  environment: Type.Optional(Environment),
})

export const CheckInMissedTrigger = Trigger('check_in_missed', byDefault, {
  monitors: Any('name of the scheduled job (monitor)'),
  project_id: Type.Optional(ProjectId),
  environment: Type.Optional(Environment),
})

const variants = {
  manual: ManualTrigger,
  schedule: ScheduleTrigger,
  deployment_created: Trigger('deployment_created', byDefault, {
    filters: Filters({ ...deploymentFilters, status: AnyOf(deploymentStatuses, 'status it was reported with') }),
  }),
  deployment_failed: Trigger('deployment_failed', byDefault, { filters: Filters(deploymentFilters) }),
  issue_created: Trigger('issue_created', byDefault, { filters: IssueFilters }),
  issue_regressed: Trigger('issue_regressed', byDefault, { filters: IssueFilters }),
  session_verdict: SessionVerdictTrigger,
  alert_opened: Trigger('alert_opened', byDefault, {
    filters: Filters({
      rule_id: Any('id of the alert rule'),
      severity: AnyOf(alertSeverities, 'severity of the alert'),
      project_id: Any('id of the telemetry project'),
    }),
  }),
  error_rate: ErrorRateTrigger,
  metric_threshold: MetricThresholdTrigger,
  check_in_missed: CheckInMissedTrigger,
} satisfies { [K in TriggerKind]: TObject }

/** What starts runs of a workflow, by kind. */
export const WorkflowTrigger = OneByTag('kind', Object.values(variants))
export type WorkflowTrigger = Static<typeof WorkflowTrigger>

/** Outcomes of an occasion to run. */
export const occurrenceOutcomes = ['run', 'skipped', 'capped', 'refused'] as const
export type OccurrenceOutcome = (typeof occurrenceOutcomes)[number]

/** An occasion on which a trigger fires; each is decided once. */
export const TriggerOccurrence = Closed({
  trigger_name: Type.String(),
  occurred_at: { ...Timestamp, description: 'Scheduled time, or time of the event' },
  outcome: OneOf(occurrenceOutcomes, {
    description:
      '`run`: a run was created. `skipped`: earlier runs of the workflow had not finished. `capped`: too many ' +
      'runs within the hour. `refused`: the context does not fit the instruction',
  }),
  reason: Type.String({ description: 'Why no run was created; empty for runs' }),
  run_id: NullableOf(Type.String({ description: 'Null if no run was created' })),
  missed_since: NullableOf({
    ...Timestamp,
    description:
      'First scheduled time that was missed while no runs could be started; this occurrence covers all of ' +
      'them. Null if none was missed',
  }),
  decided_at: Timestamp,
})
export type TriggerOccurrence = Static<typeof TriggerOccurrence>

/** State of a trigger. */
export const TriggerState = Closed({
  name: Type.String(),
  kind: OneOf(triggerKinds),
  next_at: NullableOf({
    ...Timestamp,
    description:
      'Next time the schedule fires or the condition is evaluated. Null for other triggers and while disabled',
  }),
  condition_holds: NullableOf(
    Type.Boolean({ description: 'Whether the condition held at the last evaluation; null for other triggers' }),
  ),
  fault: NullableOf(
    Type.String({ description: 'Why the last evaluation of the condition failed; null if it succeeded' }),
  ),
  last_occurrence: NullableOf(TriggerOccurrence),
})
export type TriggerState = Static<typeof TriggerState>

const common = {
  tag: 'Workflows',
  method: 'get',
  scope: 'workflows:read',
  rateLimit: 'query',
  params: Closed({ workflow_id: Type.String({ format: 'uuid' }) }),
  status: 200,
} as const

export const listWorkflowTriggers = defineRoute({
  ...common,
  id: 'listWorkflowTriggers',
  path: '/api/v1/workflows/{workflow_id}/triggers/',
  summary: "Status of a workflow's triggers",
  description: 'To change triggers, update their workflow.',
  response: Closed({ triggers: Type.Array(TriggerState) }),
})

export const listTriggerOccurrences = defineRoute({
  ...common,
  id: 'listTriggerOccurrences',
  path: '/api/v1/workflows/{workflow_id}/occurrences/',
  summary: "Occasions on which a workflow's triggers fired, newest first",
  description: `Includes those that started no run, with the reason. Kept for ${workflow.occurrenceDays} days.`,
  query: Closed({
    trigger_name: TextParameter('Only this trigger'),
    outcome: Type.Optional(OneOf(occurrenceOutcomes, { description: occurrenceOutcomes.join(', ') })),
    ...pageParameters,
  }),
  response: Closed({ occurrences: Type.Array(TriggerOccurrence), ...pageFields }),
})
