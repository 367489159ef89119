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

/** What a rule of any kind says beside what it measures. */
export const commonRuleFields = {
  name: NameText('Name of the rule'),
  project_id: Type.Optional(
    NullableOf(
      Type.String({
        format: 'uuid',
        description:
          'Telemetry project to measure; for containers, whose telemetry belongs to no project, the project whose channels are notified. Null for none',
      }),
    ),
  ),
  severity: Type.Optional(OneOf(alertSeverities, { description: `${alertSeverities.join(', ')}. Default warning` })),
  for_minutes: Type.Optional(
    Minutes(0, alert.forMinutesMax, 'How long the condition must hold before an alert opens. Default 0'),
  ),
  resolve_for_minutes: Type.Optional(
    Minutes(0, alert.forMinutesMax, 'How long the condition must be over before the alert ends. Default 0'),
  ),
  channel_ids: Type.Optional(
    NullableOf(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: alert.channelsMax,
        uniqueItems: true,
        description: 'Notification channels to notify; empty for none. Null: those of the project that take alerts',
      }),
    ),
  ),
  workflow_id: Type.Optional(
    NullableOf(
      Type.String({ format: 'uuid', description: 'Workflow that an alert starts when it opens. Null for none' }),
    ),
  ),
  is_active: Type.Optional(Type.Boolean({ description: 'An inactive rule is not evaluated. Default true' })),
}

export const Threshold = (description: string) => Type.Number({ description })

const ResolveValue = Type.Optional(
  NullableOf(
    Type.Number({
      description:
        'An alert ends only when this value is reached; values between it and `value` change nothing. Null: `value`',
    }),
  ),
)

/** On which side of a value it is bad, and where it is good again. */
export const thresholdFields = {
  is: Type.Optional(
    OneOf(['above', 'below'] as const, { description: 'On which side of `value` it is bad. Default above' }),
  ),
  resolve_value: ResolveValue,
}

export const WindowMinutes = Type.Optional(
  Minutes(
    1,
    workflow.windowMinutesMax,
    `Length of the window that is measured, in minutes. Default ${workflow.windowMinutesDefault}`,
  ),
)

export const RequestsMin = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'With fewer requests in the window there is nothing to measure. Default 1',
  }),
)

/** Which containers are meant. */
export const containerFields = {
  cluster: OptionalName('Of containers: only this cluster'),
  namespace: OptionalName('Of containers: only this namespace'),
  container: OptionalName('Of containers: only those of this name'),
}
