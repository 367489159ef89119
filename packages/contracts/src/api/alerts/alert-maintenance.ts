import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneByTag, OneOf, Timestamp } from '../../schema.js'
import { pageFields, pageParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'

const { alert, workflow } = limits

const scopeFields = {
  name: NameText('Name of the window'),
  project_id: Type.Optional(
    NullableOf(
      Type.String({ format: 'uuid', description: 'Only rules of this telemetry project. Null for all projects' }),
    ),
  ),
  rule_ids: Type.Optional(
    NullableOf(
      Type.Array(Type.String({ format: 'uuid' }), {
        minItems: 1,
        maxItems: alert.windowRulesMax,
        uniqueItems: true,
        description: 'Only these rules. Null for all rules',
      }),
    ),
  ),
}

const onceFields = {
  starts_at: { ...Timestamp, description: 'Inclusive' },
  ends_at: { ...Timestamp, description: 'Exclusive' },
}
const repeatingFields = {
  cron: Type.String({
    minLength: 1,
    maxLength: workflow.cronLengthMax,
    description: 'When the window starts: minute, hour, day of month, month, day of week',
    examples: ['0 2 * * 0'],
  }),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA time zone of the crontab. Default UTC',
      examples: ['Europe/Berlin'],
    }),
  ),
  length_minutes: Type.Integer({ minimum: 1, maximum: alert.windowMinutesMax, description: 'Length of the window' }),
}

const OnceWindow = Closed({ ...scopeFields, kind: Type.Literal('once'), ...onceFields })
const RepeatingWindow = Closed({ ...scopeFields, kind: Type.Literal('repeating'), ...repeatingFields })

/** A time window during which alerts are evaluated and recorded but nobody is notified. */
export const MaintenanceWindowRequest = OneByTag('kind', [OnceWindow, RepeatingWindow])
export type MaintenanceWindowRequest = Static<typeof MaintenanceWindowRequest>

const AnswerFields = Closed({
  id: Type.String(),
  is_under_way: Type.Boolean(),
  next_starts_at: NullableOf({ ...Timestamp, description: 'Next start; null if there is none' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** A maintenance window as the API returns it, with defaults filled in. */
export const MaintenanceWindow = Type.Unsafe<MaintenanceWindowRequest & Static<typeof AnswerFields>>({
  type: 'object',
  discriminator: { propertyName: 'kind' },
  oneOf: [OnceWindow, RepeatingWindow].map(({ properties }) => Closed({ ...properties, ...AnswerFields.properties })),
})
export type MaintenanceWindow = Static<typeof MaintenanceWindow>

/** Only the fields to change; the resulting window is validated as a whole. */
export const MaintenanceWindowChange = Closed(
  {
    ...Type.Partial(Closed({ ...scopeFields, ...onceFields, ...repeatingFields })).properties,
    kind: Type.Optional(OneOf(['once', 'repeating'] as const)),
  },
  { minProperties: 1 },
)
export type MaintenanceWindowChange = Static<typeof MaintenanceWindowChange>

const base = { tag: 'Alerts', rateLimit: 'query' } as const
const single = {
  ...base,
  path: '/api/v1/alerts/maintenance-windows/{window_id}/',
  scope: 'alerts:write',
  params: Closed({ window_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: MaintenanceWindow,
} as const

export const listMaintenanceWindows = defineRoute({
  ...base,
  id: 'listMaintenanceWindows',
  method: 'get',
  path: '/api/v1/alerts/maintenance-windows/',
  scope: 'alerts:read',
  summary: 'Maintenance windows, newest first',
  query: Closed(pageParameters),
  status: 200,
  response: Closed({ maintenance_windows: Type.Array(MaintenanceWindow), ...pageFields }),
})

export const createMaintenanceWindow = defineRoute({
  ...base,
  id: 'createMaintenanceWindow',
  method: 'post',
  path: '/api/v1/alerts/maintenance-windows/',
  scope: 'alerts:write',
  summary: 'Create a maintenance window that suppresses alert notifications',
  description: "Covers all rules, one project's rules, or the rules you name, either once or on a schedule.",
  conflict: `The organization has reached its limit of ${limits.capacity.maintenanceWindows.max} maintenance windows`,
  body: MaintenanceWindowRequest,
  status: 201,
  response: MaintenanceWindow,
})

export const changeMaintenanceWindow = defineRoute({
  ...single,
  id: 'changeMaintenanceWindow',
  method: 'patch',
  summary: 'Update a maintenance window',
  body: MaintenanceWindowChange,
})

export const deleteMaintenanceWindow = defineRoute({
  ...single,
  id: 'deleteMaintenanceWindow',
  method: 'delete',
  summary: 'Delete a maintenance window',
  description: 'Returns the deleted window.',
})
