import { Type, type TSchema } from 'typebox'
import { limits } from '../../limits.js'
import { NullableOf, OneOf } from '../../schema.js'
import { alertSeverities } from '../workflows/alert-severities.js'
import { NameText } from '../http/texts.js'

/** Fields that alert rules of several kinds share. */

const { alert, workflow } = limits

export const Minutes = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })

export const OneName = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.text.nameLengthMax, description })

export const OptionalName = (description: string) => Type.Optional(OneName(description))

export const SomeOf = <S extends TSchema>(item: S, maxItems: number, description: string) =>
  Type.Optional(Type.Array(item, { minItems: 1, maxItems, uniqueItems: true, description }))

/** Fields of rules of any kind, apart from what they measure. */
export const commonRuleFields = {
  name: NameText('Name of the rule'),
  project_id: Type.Optional(
    NullableOf(
      Type.String({
        format: 'uuid',
        description:
          'Telemetry project to measure. Container telemetry belongs to no project; for container rules this is ' +
          'the project whose channels are notified. Null for none',
      }),
    ),
  ),
  severity: Type.Optional(OneOf(alertSeverities, { description: `${alertSeverities.join(', ')}. Default warning` })),
  for_minutes: Type.Optional(
    Minutes(0, alert.forMinutesMax, 'How long the condition must hold before an alert opens. Default 0'),
  ),
  resolve_for_minutes: Type.Optional(
    Minutes(0, alert.forMinutesMax, 'How long the condition must be clear before the alert ends. Default 0'),
  ),
  channel_ids: Type.Optional(
    NullableOf(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: alert.channelsMax,
        uniqueItems: true,
        description:
          "Notification channels to notify; empty for none. Null for the project's channels that receive alerts",
      }),
    ),
  ),
  workflow_id: Type.Optional(
    NullableOf(Type.String({ format: 'uuid', description: 'Workflow to start when an alert opens. Null for none' })),
  ),
  is_active: Type.Optional(Type.Boolean({ description: 'Inactive rules are not evaluated. Default true' })),
}

export const Threshold = (description: string) => Type.Number({ description })

const ResolveValue = Type.Optional(
  NullableOf(
    Type.Number({
      description:
        'Recovery threshold: the alert ends only when this value is reached, and values between it and `value` ' +
        'change nothing. Null to use `value`',
    }),
  ),
)

/** Which side of a value is bad, and at which value it is good again. */
export const thresholdFields = {
  is: Type.Optional(
    OneOf(['above', 'below'] as const, { description: 'Side of `value` that violates the rule. Default above' }),
  ),
  resolve_value: ResolveValue,
}

export const WindowMinutes = Type.Optional(
  Minutes(
    1,
    workflow.windowMinutesMax,
    `Length of the measured window, in minutes. Default ${workflow.windowMinutesDefault}`,
  ),
)

export const RequestsMin = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Minimum number of requests in the window; with fewer, the rule has no data. Default 1',
  }),
)

/** Which containers to measure. */
export const containerFields = {
  cluster: OptionalName('Container metrics only: limit to this cluster'),
  namespace: OptionalName('Container metrics only: limit to this namespace'),
  container: OptionalName('Container metrics only: limit to containers with this name'),
}
