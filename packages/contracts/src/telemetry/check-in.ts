import { Type, type Static } from 'typebox'
import { Closed, OneOf } from '../schema.js'

/** Units of interval schedules. */
export const intervalUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const

/** The schedule of a monitored job as announced by its check-ins. Stored as JSON with the check-in. */
export const MonitorConfig = Closed({
  schedule: Type.Union([
    Closed({ type: OneOf(['crontab']), value: Type.String({ maxLength: 200, examples: ['0 * * * *'] }) }),
    Closed({
      type: OneOf(['interval']),
      value: Type.Integer({ minimum: 1, maximum: 100_000 }),
      unit: OneOf(intervalUnits),
    }),
  ]),
  checkin_margin: Type.Optional(
    Type.Number({ minimum: 0, maximum: 525_600, description: 'Minutes by which a run may start late; default 1' }),
  ),
  max_runtime: Type.Optional(
    Type.Number({ minimum: 0, maximum: 525_600, description: 'Maximum duration of a run in minutes; default 30' }),
  ),
  timezone: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone; default UTC' })),
  failure_issue_threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  recovery_threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
})
export type MonitorConfig = Static<typeof MonitorConfig>
