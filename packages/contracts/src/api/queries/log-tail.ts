import { Type } from 'typebox'
import { Closed } from '../../schema.js'
import { EventStreamText } from '../http/event-stream.js'
import { defineRoute } from '../http/route.js'
import { logCriteriaParameters } from './logs.js'
import { queryRoute } from './query-parameters.js'

export const tailLogs = defineRoute({
  ...queryRoute,
  id: 'tailLogs',
  path: '/api/v1/telemetry/query/logs/tail/',
  summary: 'Log entries as they come in, as server-sent events',
  description:
    'Every event is called `log` and holds an entry as the list of logs has it. Entries that happened more than an hour ' +
    'before they came in are left out. When more come in than are sent, the oldest wait. Beginning again with the ' +
    '`Last-Event-ID` of the last event goes on behind it.',
  query: Closed({
    ...logCriteriaParameters,
    follow_seconds: Type.Integer({
      minimum: 1,
      maximum: 3_600,
      description: 'Length of the stream in seconds; it ends then, and clients reconnect for more',
    }),
  }),
  response: EventStreamText,
})
