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

/** A dead letter and its source record. */
export interface Letter {
  /** `<partition>-<offset>` in the `dead-letters` topic. */
  id: string
  /** Unix milliseconds. */
  appendedAt: number
  meta: DeadLetterMeta
  /** Undefined if the source record's headers cannot be decoded. */
  owner: LetterOwner | undefined
  /** Value of the source record; empty if an earlier letter of the same record carries it. */
  body: Uint8Array
}

/** Owner of the source record and how to decode it. */
export interface LetterOwner {
  organizationId: string
  /** Null for telemetry that does not belong to a project. */
  projectId: string | null
  receivedAt: number
  encoding: ContentEncoding
  /** Present if the source record was itself a replay. */
  replay: RecordReplay | undefined
}

/** A letter with its replay state and the value of its source record. */
export interface OpenLetter {
  letter: Letter
  state: LetterState
  /** Undefined if it is no longer in the log. */
  body: Uint8Array | undefined
}

export interface LetterPlace {
  partition: number
  offset: number
}

export function formatLetterId({ partition, offset }: LetterPlace): string {
  return `${partition}-${offset}`
}

/** @returns undefined if the text is not a letter id. */
export function parseLetterId(id: string): LetterPlace | undefined {
  const [, partition, offset] = /^(\d{1,5})-(\d{1,16})$/.exec(id) ?? []
  return partition === undefined ? undefined : { partition: Number(partition), offset: Number(offset) }
}

/** @returns undefined for records that are not letters: replay marks and foreign records. */
export function readLetter(partition: number, record: StoredRecord): Letter | undefined {
  const meta = attempt(() => deadLetterMetaCodec.decode(record.headers))
  if (!meta) return undefined
  const { offset, appendedAt, value: body } = record
  return { id: formatLetterId({ partition, offset }), appendedAt, meta, owner: readOwner(meta), body }
}

/** @returns undefined if the record is not a replay mark. */
export function readMark({ headers }: Pick<StoredRecord, 'headers'>): ReplayMark | undefined {
  return 'replay' in headers ? attempt(() => replayMarkCodec.decode(headers)) : undefined
}

/** True if both letters have the same source record. */
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

/** Treats anything that fails to decode as absent. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
