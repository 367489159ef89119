import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { alertRuleKinds } from './alert-rule-kinds.js'
import { alertSeverities } from '../workflows/alert-severities.js'
import { pageFields, pageParameters, ProjectIdParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

/** An alert is either open or over. */
export const alertStates = ['firing', 'resolved'] as const
export type AlertState = (typeof alertStates)[number]

/** Why an alert ended. */
export const alertResolutions = ['recovered', 'rule_off', 'rule_deleted'] as const
export type AlertResolution = (typeof alertResolutions)[number]

/** Why nobody was notified when an alert opened. */
export const alertSilences = ['muted', 'maintenance'] as const
export type AlertSilence = (typeof alertSilences)[number]

const NullableTime = (description: string) => NullableOf({ ...Timestamp, description })

/** A rule whose condition has held for long enough, for one subject. */
export const Alert = Closed({
  id: Type.String(),
  rule_id: Type.String({ description: 'The rule may have been deleted since' }),
  rule_name: Type.String({ description: 'Name of the rule when the alert opened' }),
  kind: OneOf(alertRuleKinds),
  severity: OneOf(alertSeverities),
  project_id: NullableOf(Type.String()),
  subject: NullableOf(
    Type.String({
      description: 'Container, node or monitor the alert is about; null if the rule has a single subject',
    }),
  ),
  state: OneOf(alertStates),
  is: OneOf(['above', 'below'] as const, { description: 'Side of the threshold that violates the rule' }),
  threshold: Type.Number({ description: "The rule's threshold when the alert opened" }),
  value: Type.Number({ description: 'Last value measured while the alert was open' }),
  peak_value: Type.Number({ description: 'Worst value measured while the alert was open' }),
  began_at: { ...Timestamp, description: 'When the condition started to hold' },
  opened_at: { ...Timestamp, description: 'When the condition had held for long enough and the alert opened' },
  resolved_at: NullableTime('Null while the alert is open'),
  resolution: NullableOf(
    OneOf(alertResolutions, {
      description:
        '`recovered`: the condition no longer held. `rule_off`, `rule_deleted`: the rule is no longer evaluated',
    }),
  ),
  silence: NullableOf(
    OneOf(alertSilences, { description: 'Why no notification was sent when the alert opened; null if one was sent' }),
  ),
  told_at: NullableTime('When channels were notified and workflows started; null if neither happened'),
  acknowledged_at: NullableTime('When the alert was acknowledged; null if it was not'),
  acknowledged_by: NullableOf(Type.String({ description: 'Name of the member or API key' })),
  run_id: NullableOf(Type.String({ description: "Run of the rule's workflow; null if none was started" })),
  run_refusal: NullableOf(
    Type.String({ description: 'Why the workflow was not started; null if nothing prevented it' }),
  ),
})
export type Alert = Static<typeof Alert>

const base = { tag: 'Alerts', rateLimit: 'query', status: 200 } as const
const params = Closed({ alert_id: Type.String({ format: 'uuid' }) })

export const listAlerts = defineRoute({
  ...base,
  id: 'listAlerts',
  method: 'get',
  path: '/api/v1/alerts/',
  scope: 'alerts:read',
  summary: 'Open and past alerts, newest first',
  description: `Alerts that were open at any time in the range. Past alerts are kept for ${limits.alert.historyDays} days.`,
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d', '90d'], '30d'),
    state: Type.Optional(OneOf(alertStates, { description: alertStates.join(', ') })),
    severity: Type.Optional(OneOf(alertSeverities, { description: alertSeverities.join(', ') })),
    rule_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only alerts of this rule' })),
    project_id: ProjectIdParameter,
    ...pageParameters,
  }),
  response: Closed({ alerts: Type.Array(Alert), ...pageFields }),
})

export const readAlert = defineRoute({
  ...base,
  id: 'readAlert',
  method: 'get',
  path: '/api/v1/alerts/{alert_id}/',
  scope: 'alerts:read',
  summary: 'Get an alert',
  params,
  response: Alert,
})

export const acknowledgeAlert = defineRoute({
  ...base,
  id: 'acknowledgeAlert',
  method: 'post',
  path: '/api/v1/alerts/{alert_id}/acknowledge/',
  scope: 'alerts:write',
  summary: 'Acknowledge an alert',
  description: 'Only the first acknowledgement counts.',
  conflict: 'The alert has already ended',
  params,
  response: Alert,
})
