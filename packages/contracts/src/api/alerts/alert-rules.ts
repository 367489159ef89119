import { Type, type Static, type TProperties } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { alertRuleKinds, AlertRuleRequest, alertRuleVariants } from './alert-rule-kinds.js'
import { pageFields, pageParameters, ProjectIdParameter, TextParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

const { alert } = limits
const NullableTime = (description: string) => NullableOf({ ...Timestamp, description })

/** How what a rule looks at is doing. */
export const alertRuleStatuses = ['ok', 'pending', 'firing'] as const

/** What is known of a rule by what was measured last. */
export const AlertRuleState = Closed({
  status: OneOf(alertRuleStatuses, {
    description: 'The worst of its subjects. `pending`: the condition holds, but not for long enough yet',
  }),
  firing: Type.Integer({ description: 'Subjects with an open alert' }),
  pending: Type.Integer({ description: 'Subjects for which the condition holds, but not for long enough yet' }),
  left_out: Type.Integer({
    description: `Subjects for which the condition holds and that are not tracked, because ${alert.subjectsMax} are`,
  }),
  value: NullableOf(
    Type.Number({
      description:
        'Last measured value; the worst of several subjects. Null before the first measurement and without data',
    }),
  ),
  has_data: NullableOf(
    Type.Boolean({
      description:
        'Whether there was data to measure. Without data the state does not change. Null before the first measurement',
    }),
  ),
  fault: NullableOf(
    Type.String({
      description: 'Why the last measurement failed, which leaves the state unchanged. Null when it succeeded',
    }),
  ),
  measured_at: NullableTime('When it was measured last; null before'),
  next_at: NullableTime('When it is measured next; null while it is off'),
})
export type AlertRuleState = Static<typeof AlertRuleState>

const AnswerFields = Closed({
  id: Type.String(),
  muted_until: NullableTime('Nobody is told, and nothing started, until then; null when it is not muted'),
  state: AlertRuleState,
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** A rule as it is answered: as it was written, defaults filled in, and how it is doing. */
export const AlertRule = Type.Unsafe<AlertRuleRequest & Static<typeof AnswerFields>>({
  type: 'object',
  discriminator: { propertyName: 'kind' },
  oneOf: alertRuleVariants.map(({ properties }) => Closed({ ...properties, ...AnswerFields.properties })),
})
export type AlertRule = Static<typeof AlertRule>

/** Every field of every kind, each of which may be left out or null; what fits together is checked with the whole rule. */
function everyField(): TProperties {
  const all = alertRuleVariants.flatMap(({ properties }) => Object.entries(properties as TProperties))
  return Object.fromEntries(all.map(([name, field]) => [name, Type.Optional(NullableOf(field))]))
}

/** Only the fields that are to change; null takes a field away, so that it has its default again. */
export const AlertRuleChange = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Closed({ ...everyField(), kind: Type.Optional(OneOf(alertRuleKinds)) }, { minProperties: 1 }),
)
export type AlertRuleChange = Static<typeof AlertRuleChange>

/** Until when a rule is muted; one of both. */
export const MuteRequest = Closed({
  until: Type.Optional({ ...Timestamp, description: `At most ${alert.muteMinutesMax / 1_440} days ahead` }),
  for_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: alert.muteMinutesMax, description: 'From now on' })),
})
export type MuteRequest = Static<typeof MuteRequest>

/** What a rule would be judged by. */
export const AlertRuleTrial = Closed({
  at: { ...Timestamp, description: 'The instant that was measured' },
  has_data: Type.Boolean({ description: 'Whether there was data to measure' }),
  holds: Type.Boolean({ description: 'Whether the condition holds for any subject' }),
  subjects: Type.Array(
    Closed({
      subject: NullableOf(Type.String({ description: 'Null when the rule is about a single thing' })),
      value: Type.Number(),
      holds: Type.Boolean(),
    }),
    { description: `The worst first, at most ${alert.subjectsMax}` },
  ),
  left_out: Type.Integer({ description: 'Subjects that are not listed' }),
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
    name: TextParameter('Part of the name, in any case'),
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
  description: 'It is evaluated once a minute, starting now.',
  conflict: `The organization has ${limits.capacity.alertRules.max} rules already`,
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
  summary: 'Change fields of an alert rule',
  description:
    'Null takes a field away. What holds begins to count anew; an alert that is open stays, and ends as the rule says now. ' +
    'The kind cannot be changed. Turning a rule off ends its alerts.',
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
  description: 'Its open alerts end; alerts stay in the history. Returns the rule as it was.',
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
    'The rule is still evaluated. Notices that were held back are sent when the mute ends, if the condition still holds.',
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
  summary: 'Test a rule: measure it once without changing anything',
  params: single.params,
  body: Closed({ at: Type.Optional({ ...Timestamp, description: 'End of the window; default now' }) }),
  response: AlertRuleTrial,
})
