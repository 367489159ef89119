import {
  batchMetaCodec,
  deadLetterMetaCodec,
  envelopeMetaCodec,
  replayMarkCodec,
  type ContentEncoding,
  type DeadLetterMeta,
  type LetterState,
  type RecordReplay,
  type ReplayMark,
} from '@signalbox/contracts'
import type { StoredRecord } from '../event-log.js'

/** What a dead letter says of itself and of the record that it came from. */
export interface Letter {
  /** `<partition>-<offset>` in the topic of dead letters. */
  id: string
  /** Unix milliseconds. */
  appendedAt: number
  meta: DeadLetterMeta
  /** Undefined when the headers of its record cannot be read. */
  owner: LetterOwner | undefined
  /** The value of its record; empty when an earlier letter of the same record carries it. */
  body: Uint8Array
}

/** Whose record it was, and how it is to be read. */
export interface LetterOwner {
  organizationId: string
  /** Null for telemetry that belongs to no project. */
  projectId: string | null
  receivedAt: number
  encoding: ContentEncoding
  /** Present when the record was a replay itself. */
  replay: RecordReplay | undefined
}

/** A letter with the body of its record and what is known of replays. */
export interface OpenLetter {
  letter: Letter
  state: LetterState
  /** Undefined when it is gone from the log. */
  body: Uint8Array | undefined
}

export interface LetterPlace {
  partition: number
  offset: number
}

export function formatLetterId({ partition, offset }: LetterPlace): string {
  return `${partition}-${offset}`
}

/** @returns undefined for text that is not an id of a letter. */
export function parseLetterId(id: string): LetterPlace | undefined {
  const [, partition, offset] = /^(\d{1,5})-(\d{1,16})$/.exec(id) ?? []
  return partition === undefined ? undefined : { partition: Number(partition), offset: Number(offset) }
}

/** @returns undefined for records of the topic that are not letters: marks, and what others put there. */
export function readLetter(partition: number, record: StoredRecord): Letter | undefined {
  const meta = attempt(() => deadLetterMetaCodec.decode(record.headers))
  if (!meta) return undefined
  const { offset, appendedAt, value: body } = record
  return { id: formatLetterId({ partition, offset }), appendedAt, meta, owner: readOwner(meta), body }
}

/** @returns undefined for records that are not marks. */
export function readMark({ headers }: Pick<StoredRecord, 'headers'>): ReplayMark | undefined {
  return 'replay' in headers ? attempt(() => replayMarkCodec.decode(headers)) : undefined
}

/** Whether two letters came from the same record: the first of them carries its value. */
export function isOfSameRecord({ meta: one }: Letter, { meta: other }: Letter): boolean {
  return one.topic === other.topic && one.partition === other.partition && one.offset === other.offset
}

function readOwner({ topic, meta }: DeadLetterMeta): LetterOwner | undefined {
  if (topic === 'outcomes') return undefined
  return attempt(() => {
    if (topic === 'envelopes') {
      const { organizationId, project, receivedAt, encoding, replay } = envelopeMetaCodec.decode({ meta })
      return { organizationId, projectId: project.id, receivedAt, encoding, replay }
    }
    const { organizationId, receivedAt, encoding, replay } = batchMetaCodec.decode({ meta })
    return { organizationId, projectId: null, receivedAt, encoding, replay }
  })
}

/** What is damaged is told by its absence. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
