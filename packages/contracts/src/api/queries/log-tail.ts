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
  summary: 'Stream log entries as server-sent events',
  description:
    'Every event has the type `log` and contains an entry in the format of the log list. Entries that were ' +
    'logged more than an hour before they arrived are skipped. If entries arrive faster than they can be ' +
    'sent, the oldest are delayed. Reconnect with `Last-Event-ID` to resume after that event.',
  query: Closed({
    ...logCriteriaParameters,
    follow_seconds: Type.Integer({
      minimum: 1,
      maximum: 3_600,
      description: 'Duration of the stream in seconds; when it ends, clients reconnect to continue',
    }),
  }),
  response: EventStreamText,
})
