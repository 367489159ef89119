import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { LimitParameter, SinceParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

/** Whether a letter was processed once more; `uncertain` when it broke off and nobody knows. */
export const letterStates = ['waiting', 'replayed', 'uncertain'] as const
export type LetterState = (typeof letterStates)[number]

const letterFields = {
  id: Type.String({ description: 'Partition and offset in the topic of dead letters' }),
  dead_lettered_at: { ...Timestamp, description: 'When the pipeline gave up on it' },
  received_at: NullableOf({
    ...Timestamp,
    description: 'When the request was received; null when its record cannot be read',
  }),
  project_id: NullableOf(Type.String({ description: 'Null for telemetry that belongs to no project' })),
  reason: Type.String({ description: 'Word of the ledger: pipeline_error, unreadable_record' }),
  detail: Type.String({ description: 'What went wrong' }),
  item_index: NullableOf(Type.Integer({ description: 'Place of the item in its request; null for all of it' })),
  source: Closed(
    { topic: Type.String(), partition: Type.Integer(), offset: Type.Integer() },
    { description: 'Where the record was read' },
  ),
  replay_of: NullableOf(Type.String({ description: 'The letter whose replay ended as this one' })),
}

/** One item that the pipeline could not turn into rows. */
export const DeadLetterEntry = Closed(letterFields)
export type DeadLetterEntry = Static<typeof DeadLetterEntry>

/** A letter with what was sent, as it came: personal data and all. */
export const DeadLetterDetail = Closed({
  ...letterFields,
  state: OneOf(letterStates),
  encoding: NullableOf(
    Type.String({ description: 'Content encoding of the body; null when its record cannot be read' }),
  ),
  body_bytes: Type.Integer({ description: 'Bytes of the request; 0 when it is no longer available' }),
  body_base64: Type.String({ description: `The first ${limits.deadLetter.shownBytesMax} bytes of it` }),
})
export type DeadLetterDetail = Static<typeof DeadLetterDetail>

const letterPattern = '^[0-9]{1,5}-[0-9]{1,16}$'

const LetterParams = Closed({ letter_id: Type.String({ maxLength: 64, description: 'Id of the letter' }) })

const route = { tag: 'Organization', scope: 'organization:write', rateLimit: 'query' } as const

export const listDeadLetters = defineRoute({
  ...route,
  id: 'listDeadLetters',
  method: 'get',
  path: '/api/v1/dead-letters/',
  summary: 'Items that could not be processed',
  description:
    'In the order of the log: by partition, then oldest first. A page may hold fewer letters than asked for, even ' +
    'none, and still have a next one. Records whose owner cannot be told are nobody’s and not listed.',
  query: Closed({
    since: SinceParameter(['1h', '24h', '7d', '30d'], '7d'),
    after: Type.Optional(
      Type.String({ pattern: letterPattern, description: 'The `next` of the page before; overrides `since`' }),
    ),
    limit: LimitParameter(limits.deadLetter.listDefault, limits.deadLetter.listMax),
  }),
  status: 200,
  response: Closed({
    letters: Type.Array(DeadLetterEntry),
    next: NullableOf(Type.String({ description: 'Where the next page begins; null when this is the last' })),
  }),
})

export const readDeadLetter = defineRoute({
  ...route,
  id: 'readDeadLetter',
  method: 'get',
  path: '/api/v1/dead-letters/{letter_id}/',
  summary: 'A dead letter with what was sent',
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
    'Its item goes through the pipeline of now, with its first receive time. When that fails again, it is a new letter ' +
    'with `replay_of`.',
  params: LetterParams,
  query: Closed({
    again: Type.Boolean({
      default: false,
      description: 'Also when it was replayed before, which stores its item twice if that went well',
    }),
  }),
  conflict: 'It was replayed before, or its body is gone',
  status: 202,
  response: Closed({ letter_id: Type.String() }),
})
