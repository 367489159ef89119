import {
  ChangeItem,
  createId,
  createValidator,
  limits,
  parseTimestamp,
  ServiceError,
  type BatchAccepted,
  type SchemaFault,
} from '@signalbox/contracts'
import { registerRepository } from './repositories/register-repository.js'
import { makeRoomForChanges } from './make-room.js'
import type { NewChangeRow } from './store/changes.js'
import type { DeploymentStores } from './store/deployment-stores.js'

/** A batch of changes and its sender. `now` is in Unix milliseconds. */
export interface ChangeBatch {
  organizationId: string
  items: readonly unknown[]
  now: number
}

const { detailsBytesMax } = limits.change
const validate = createValidator(ChangeItem)

/**
 * Stores the valid changes and makes room for them, in one transaction.
 * @throws ServiceError `invalid-body` if none is valid.
 */
export function recordChangeBatch(store: DeploymentStores, { organizationId, items, now }: ChangeBatch): BatchAccepted {
  const results = items.map((item) => validateItem(item, now))
  const valid = results.flatMap((result) => (typeof result === 'string' ? [] : [result]))
  const rejected = results.flatMap((result, index) => (typeof result === 'string' ? [{ index, error: result }] : []))
  if (valid.length === 0) throw allInvalid(rejected)
  store.transact(() => {
    for (const item of valid) store.changes.upsert(toRow(store, item, { organizationId, now }))
    makeRoomForChanges(store, organizationId)
  })
  return { accepted: valid.length, rejected }
}

/** @returns the change, or why it is invalid. */
function validateItem(item: unknown, now: number): ChangeItem | string {
  const result = validate(item)
  if (!result.ok) return describe(result.faults[0])
  const at = parseTimestamp(result.value.occurred_at) ?? NaN
  if (at > now + limits.time.aheadMsMax) return 'occurred_at must not be more than 60 minutes in the future'
  const bytes = Buffer.byteLength(JSON.stringify(result.value.details ?? {}))
  return bytes <= detailsBytesMax ? result.value : `details must be at most ${detailsBytesMax} bytes, got ${bytes}`
}

function describe(fault: SchemaFault | undefined): string {
  const field = fault?.pointer.slice(1) ?? ''
  return `${field === '' ? 'the change' : field} ${fault?.detail ?? 'is invalid'}`
}

function allInvalid(rejected: BatchAccepted['rejected']): ServiceError {
  const faults = rejected.map(({ index, error }) => ({ in: 'body' as const, name: `/changes/${index}`, detail: error }))
  return new ServiceError('invalid-body', { detail: 'No change is valid', faults: faults.slice(0, 20) })
}

function toRow(
  store: DeploymentStores,
  item: ChangeItem,
  { organizationId, now }: Pick<ChangeBatch, 'organizationId' | 'now'>,
): NewChangeRow {
  const { repository: fullName, diff } = item
  const kept = diff === undefined ? null : cutText(diff, limits.change.diffBytesMax)
  return {
    id: createId(now),
    organization_id: organizationId,
    kind: item.kind,
    sender_id: item.id,
    repository_id: fullName === undefined ? null : registerRepository(store, { organizationId, fullName, now }).id,
    occurred_at: parseTimestamp(item.occurred_at) ?? now,
    title: item.title,
    service: item.service ?? null,
    author: item.author ?? null,
    url: item.url ?? null,
    files: item.files ? JSON.stringify(item.files) : null,
    diff: kept,
    diff_cut: kept === null || kept === diff ? 0 : 1,
    details: item.details ? JSON.stringify(item.details) : null,
    created_at: now,
  }
}

/** Truncates a text to a number of bytes of UTF-8 without splitting a character. */
function cutText(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= bytesMax) return text
  let end = bytesMax
  // Bytes 10xxxxxx continue a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
