import type { BlobKey } from '@signalbox/artifact-store'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Blobs to check, and whether rows reference them. Times are Unix milliseconds. */
export interface BlobCheckStore {
  /** Schedules a check of a blob, not before a time; a later check that is already scheduled stays. */
  note(key: BlobKey, dueAt: number): void
  /** Checks that are due, longest overdue first. */
  listDue(now: number, limit: number): BlobKey[]
  isDue(key: BlobKey, now: number): boolean
  /** Ends a check that is due; one that was rescheduled in the meantime stays. */
  end(key: BlobKey, now: number): void
  /** True if a row references the blob. */
  isNamed(key: BlobKey): boolean
  /** Deletes the converted maps of a file and schedules checks of those blobs. */
  removeIndexesOf(contentHash: string, dueAt: number): void
}

export function createBlobCheckStore(database: ControlPlaneDatabase): BlobCheckStore {
  const note = database.prepare<[string, string, number]>(
    `INSERT INTO artifact_blob_checks (area, name, due_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET due_at = max(due_at, excluded.due_at)`,
  )
  const due = database.prepare<[number, number], BlobKey>(
    'SELECT area, name FROM artifact_blob_checks WHERE due_at <= ? ORDER BY due_at LIMIT ?',
  )
  const one = database.prepare<[string, string, number], { name: string }>(
    'SELECT name FROM artifact_blob_checks WHERE area = ? AND name = ? AND due_at <= ?',
  )
  const end = database.prepare<[string, string, number]>(
    'DELETE FROM artifact_blob_checks WHERE area = ? AND name = ? AND due_at <= ?',
  )
  const removeIndexes = database.prepare<[{ hash: string }], { name: string | null }>(
    'DELETE FROM source_map_indexes WHERE code_hash = @hash OR map_hash = @hash RETURNING index_hash AS name',
  )
  const noteCheck = ({ area, name }: BlobKey, dueAt: number): void => {
    useDatabase(() => note.run(area, name, dueAt))
  }
  return {
    note: noteCheck,
    listDue: (now, limit) => useDatabase(() => due.all(now, limit)),
    isDue: ({ area, name }, now) => useDatabase(() => one.get(area, name, now)) !== undefined,
    end: ({ area, name }, now) => {
      useDatabase(() => end.run(area, name, now))
    },
    isNamed: createNameSearch(database),
    removeIndexesOf: (hash, dueAt) => {
      for (const { name } of useDatabase(() => removeIndexes.all({ hash }))) {
        if (name !== null) noteCheck({ area: 'indexes', name }, dueAt)
      }
    },
  }
}

/** Names of chunks end with the SHA-1; see `chunkKey`. */
const sha1Length = 40

function createNameSearch(database: ControlPlaneDatabase): BlobCheckStore['isNamed'] {
  const statements = {
    chunks: 'SELECT 1 AS found FROM artifact_chunks WHERE organization_id = @owner AND sha1 = @sha1',
    files: 'SELECT 1 AS found FROM artifact_files WHERE content_hash = @name LIMIT 1',
    indexes: 'SELECT 1 AS found FROM source_map_indexes WHERE index_hash = @name LIMIT 1',
  } satisfies Record<BlobKey['area'], string>
  type Search = Record<'name' | 'owner' | 'sha1', string>
  const prepare = (sql: string) => database.prepare<[Search], { found: number }>(sql)
  const searches = {
    chunks: prepare(statements.chunks),
    files: prepare(statements.files),
    indexes: prepare(statements.indexes),
  }
  return ({ area, name }) => {
    const ofChunk = { owner: name.slice(0, -sha1Length - 1), sha1: name.slice(-sha1Length) }
    return useDatabase(() => searches[area].get({ name, ...ofChunk })) !== undefined
  }
}
