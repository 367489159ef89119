import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { LimitParameter, SinceParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

/** Whether a dead letter was replayed; `uncertain` if the replay was interrupted and its outcome is unknown. */
export const letterStates = ['waiting', 'replayed', 'uncertain'] as const
export type LetterState = (typeof letterStates)[number]

const letterFields = {
  id: Type.String({ description: 'Partition and offset in the dead-letter topic' }),
  dead_lettered_at: { ...Timestamp, description: 'When processing was given up' },
  received_at: NullableOf({
    ...Timestamp,
    description: 'When the request was received; null if its record cannot be read',
  }),
  project_id: NullableOf(Type.String({ description: 'Null for telemetry that belongs to no project' })),
  reason: Type.String({ description: 'Reason, as in the ledger: pipeline_error, unreadable_record' }),
  detail: Type.String({ description: 'Error message' }),
  item_index: NullableOf(
    Type.Integer({ description: 'Position of the item in its request; null for the entire request' }),
  ),
  source: Closed(
    { topic: Type.String(), partition: Type.Integer(), offset: Type.Integer() },
    { description: 'Original position of the record' },
  ),
  replay_of: NullableOf(Type.String({ description: 'Dead letter whose replay produced this one' })),
}

/** An item that the pipeline could not convert to rows. */
export const DeadLetterEntry = Closed(letterFields)
export type DeadLetterEntry = Static<typeof DeadLetterEntry>

/** A dead letter with the original data as sent, including personal data. */
export const DeadLetterDetail = Closed({
  ...letterFields,
  state: OneOf(letterStates),
  encoding: NullableOf(Type.String({ description: 'Content encoding of the body; null if its record cannot be read' })),
  body_bytes: Type.Integer({ description: 'Size of the request in bytes; 0 if it is no longer available' }),
  body_base64: Type.String({ description: `The first ${limits.deadLetter.shownBytesMax} bytes of the request` }),
})
export type DeadLetterDetail = Static<typeof DeadLetterDetail>

const letterPattern = '^[0-9]{1,5}-[0-9]{1,16}$'

const LetterParams = Closed({ letter_id: Type.String({ maxLength: 64, description: 'Id of the dead letter' }) })

const route = { tag: 'Organization', scope: 'organization:write', rateLimit: 'query' } as const

export const listDeadLetters = defineRoute({
  ...route,
  id: 'listDeadLetters',
  method: 'get',
  path: '/api/v1/dead-letters/',
  summary: 'Dead letters: items that could not be processed',
  description:
    'In log order: by partition, then oldest first. A page may contain fewer letters than the limit, even ' +
    'none, and still have a next page. Records whose owner cannot be determined are not listed.',
  query: Closed({
    since: SinceParameter(['1h', '24h', '7d', '30d'], '7d'),
    after: Type.Optional(
      Type.String({ pattern: letterPattern, description: 'The `next` of the previous page; overrides `since`' }),
    ),
    limit: LimitParameter(limits.deadLetter.listDefault, limits.deadLetter.listMax),
  }),
  status: 200,
  response: Closed({
    letters: Type.Array(DeadLetterEntry),
    next: NullableOf(Type.String({ description: 'Start of the next page; null on the last' })),
  }),
})

export const readDeadLetter = defineRoute({
  ...route,
  id: 'readDeadLetter',
  method: 'get',
  path: '/api/v1/dead-letters/{letter_id}/',
  summary: 'Get a dead letter and its original request',
  params: LetterParams,
  status: 200,
  response: DeadLetterDetail,
})

export const replayDeadLetter = defineRoute({
  ...route,
  id: 'replayDeadLetter',
  method: 'post',
  path: '/api/v1/dead-letters/{letter_id}/replay/',
  summary: 'Replay a dead letter',
  description:
    'Processes the item again with the current pipeline and its original receive time. If it fails again, it ' +
    'becomes a new dead letter with `replay_of` set.',
  params: LetterParams,
  query: Closed({
    again: Type.Boolean({
      default: false,
      description: 'Replay even if it was replayed before; the item is stored twice if the earlier replay succeeded',
    }),
  }),
  conflict: 'It was already replayed, or its body is no longer available',
  status: 202,
  response: Closed({ letter_id: Type.String() }),
})
