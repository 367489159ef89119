import { Type, type Static, type TProperties } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { alertRuleKinds, AlertRuleRequest, alertRuleVariants } from './alert-rule-kinds.js'
import { pageFields, pageParameters, ProjectIdParameter, TextParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

const { alert } = limits
const NullableTime = (description: string) => NullableOf({ ...Timestamp, description })

/** State of a subject. */
export const alertRuleStatuses = ['ok', 'pending', 'firing'] as const

/** State of a rule as of its last measurement. */
export const AlertRuleState = Closed({
  status: OneOf(alertRuleStatuses, {
    description: 'The worst state of all subjects. `pending`: the condition holds, but not yet for long enough',
  }),
  firing: Type.Integer({ description: 'Subjects with an open alert' }),
  pending: Type.Integer({ description: 'Subjects whose condition holds, but not yet for long enough' }),
  left_out: Type.Integer({
    description:
      `Subjects whose condition holds but that are not tracked because the limit of ${alert.subjectsMax} is ` +
      'reached',
  }),
  value: NullableOf(
    Type.Number({
      description:
        'Last measured value; the worst one if there are several subjects. Null before the first measurement and ' +
        'without data',
    }),
  ),
  has_data: NullableOf(
    Type.Boolean({
      description:
        'Whether there was data to measure. Without data the state does not change. Null before the first ' +
        'measurement',
    }),
  ),
  fault: NullableOf(
    Type.String({
      description:
        'Why the last measurement failed; a failed measurement leaves the state unchanged. Null when it succeeded',
    }),
  ),
  measured_at: NullableTime('Time of the last measurement; null before the first'),
  next_at: NullableTime('Time of the next measurement; null while the rule is off'),
})
export type AlertRuleState = Static<typeof AlertRuleState>

const AnswerFields = Closed({
  id: Type.String(),
  muted_until: NullableTime(
    'No notifications are sent and no workflows started until then; null if the rule is not muted',
  ),
  state: AlertRuleState,
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** A rule as the API returns it: as written, with defaults filled in, and its state. */
export const AlertRule = Type.Unsafe<AlertRuleRequest & Static<typeof AnswerFields>>({
  type: 'object',
  discriminator: { propertyName: 'kind' },
  oneOf: alertRuleVariants.map(({ properties }) => Closed({ ...properties, ...AnswerFields.properties })),
})
export type AlertRule = Static<typeof AlertRule>

/** All fields of all kinds, each optional and nullable; the resulting rule is validated as a whole. */
function everyField(): TProperties {
  const all = alertRuleVariants.flatMap(({ properties }) => Object.entries(properties as TProperties))
  return Object.fromEntries(all.map(([name, field]) => [name, Type.Optional(NullableOf(field))]))
}

/** Only the fields to change; null removes a field and restores its default. */
export const AlertRuleChange = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Closed({ ...everyField(), kind: Type.Optional(OneOf(alertRuleKinds)) }, { minProperties: 1 }),
)
export type AlertRuleChange = Static<typeof AlertRuleChange>

/** The end of a mute; exactly one of the two fields. */
export const MuteRequest = Closed({
  until: Type.Optional({ ...Timestamp, description: `At most ${alert.muteMinutesMax / 1_440} days ahead` }),
  for_minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: alert.muteMinutesMax, description: 'Counted from now' }),
  ),
})
export type MuteRequest = Static<typeof MuteRequest>

/** The result of trying out a rule. */
export const AlertRuleTrial = Closed({
  at: { ...Timestamp, description: 'End of the measured window' },
  has_data: Type.Boolean({ description: 'Whether there was data to measure' }),
  holds: Type.Boolean({ description: 'Whether the condition holds for any subject' }),
  subjects: Type.Array(
    Closed({
      subject: NullableOf(Type.String({ description: 'Null if the rule has a single subject' })),
      value: Type.Number(),
      holds: Type.Boolean(),
    }),
    { description: `Worst first, at most ${alert.subjectsMax}` },
  ),
  left_out: Type.Integer({ description: 'Subjects not listed' }),
})
export type AlertRuleTrial = Static<typeof AlertRuleTrial>

const base = { tag: 'Alerts', rateLimit: 'query' } as const
const reading = { ...base, scope: 'alerts:read', status: 200 } as const
const writing = { ...base, scope: 'alerts:write' } as const
const single = { params: Closed({ rule_id: Type.String({ format: 'uuid' }) }), response: AlertRule } as const

export const listAlertRules = defineRoute({
  ...reading,
  id: 'listAlertRules',
  method: 'get',
  path: '/api/v1/alerts/rules/',
  summary: 'Alert rules with their state, newest first',
  query: Closed({
    project_id: ProjectIdParameter,
    name: TextParameter('Part of the name, case-insensitive'),
    kind: Type.Optional(OneOf(alertRuleKinds, { description: alertRuleKinds.join(', ') })),
    ...pageParameters,
  }),
  response: Closed({ alert_rules: Type.Array(AlertRule), ...pageFields }),
})

export const createAlertRule = defineRoute({
  ...writing,
  id: 'createAlertRule',
  method: 'post',
  path: '/api/v1/alerts/rules/',
  summary: 'Create an alert rule',
  description: 'The rule is evaluated once a minute, starting immediately.',
  conflict: `The organization has reached its limit of ${limits.capacity.alertRules.max} alert rules`,
  body: AlertRuleRequest,
  status: 201,
  response: AlertRule,
})

export const readAlertRule = defineRoute({
  ...reading,
  ...single,
  id: 'readAlertRule',
  method: 'get',
  path: '/api/v1/alerts/rules/{rule_id}/',
  summary: 'An alert rule with its state',
})

export const changeAlertRule = defineRoute({
  ...writing,
  ...single,
  id: 'changeAlertRule',
  method: 'patch',
  path: '/api/v1/alerts/rules/{rule_id}/',
  summary: 'Update an alert rule',
  description:
    'Null clears a field. Hold times restart; an open alert stays open and ends according to the updated ' +
    'rule. The kind cannot be changed. Turning a rule off ends its alerts.',
  body: AlertRuleChange,
  status: 200,
})

export const deleteAlertRule = defineRoute({
  ...writing,
  ...single,
  id: 'deleteAlertRule',
  method: 'delete',
  path: '/api/v1/alerts/rules/{rule_id}/',
  summary: 'Delete an alert rule',
  description: 'Open alerts of the rule end; past alerts stay in the history. Returns the deleted rule.',
  status: 200,
})

export const muteAlertRule = defineRoute({
  ...writing,
  ...single,
  id: 'muteAlertRule',
  method: 'post',
  path: '/api/v1/alerts/rules/{rule_id}/mute/',
  summary: 'Mute a rule for a while',
  description:
    'The rule is still evaluated. Suppressed notifications are sent when the mute ends if the condition ' +
    'still holds.',
  body: MuteRequest,
  status: 200,
})

export const unmuteAlertRule = defineRoute({
  ...writing,
  ...single,
  id: 'unmuteAlertRule',
  method: 'post',
  path: '/api/v1/alerts/rules/{rule_id}/unmute/',
  summary: 'Unmute a rule',
  status: 200,
})

export const testAlertRule = defineRoute({
  ...reading,
  id: 'testAlertRule',
  method: 'post',
  path: '/api/v1/alerts/rules/{rule_id}/test/',
  summary: 'Test an alert rule: measure it once without changing anything',
  params: single.params,
  body: Closed({ at: Type.Optional({ ...Timestamp, description: 'End of the window; default now' }) }),
  response: AlertRuleTrial,
})
