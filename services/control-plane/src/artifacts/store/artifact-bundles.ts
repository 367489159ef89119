import { limits } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

const { fileOverheadBytes, targetsMax } = limits.artifacts

export interface ArtifactBundleRow {
  id: string
  organization_id: string
  /** SHA-1 of the complete upload. */
  checksum: string
  state: 'assembling' | 'ok' | 'error'
  /** Why it is not usable; null unless the state is `error`. */
  detail: string | null
  /** JSON array of SHA-1 hashes. */
  chunks: string
  /** Total size of its files, with `fileOverheadBytes` for each, set once it is usable. */
  file_bytes: number
  created_at: number
  used_at: number
}

/** A target of a bundle's upload; release and dist are empty if the upload has none. */
export interface ArtifactLinkRow {
  bundle_id: string
  project_id: string
  release: string
  dist: string
  linked_at: number
}

/** The outcome of processing a bundle. */
export type BundleEnd = { state: 'ok'; bytes: number } | { state: 'error'; detail: string }

/** Uploads: their chunks, and the bundles assembled from them. */
export interface ArtifactBundleStore {
  noteChunk(chunk: { organizationId: string; sha1: string; bytes: number }, now: number): void
  /** Total size of all files and chunks of an organization, with `fileOverheadBytes` for each. */
  bytesOf(organizationId: string): number
  /** Which of the chunks have not been uploaded, without repetitions. */
  missingChunks(organizationId: string, chunks: readonly string[]): string[]
  /** Size of what the chunks make together; a chunk counts as often as it is named. */
  bytesOfChunks(organizationId: string, chunks: readonly string[]): number
  forgetChunks(organizationId: string, chunks: readonly string[]): void
  /** Number of the organization's uploads, with failed ones. */
  countUploads(organizationId: string): number
  /** Chunks that were uploaded before a time, oldest first. */
  listOldChunks(before: number, limit: number): { organization_id: string; sha1: string }[]
  find(organizationId: string, checksum: string): ArtifactBundleRow | undefined
  /** Replaces a failed bundle with the same checksum; its id stays. */
  begin(row: ArtifactBundleRow): void
  finish(id: string, end: BundleEnd): void
  /** Bundles that were being assembled, oldest first. */
  listUnfinished(): ArtifactBundleRow[]
  /** Links a bundle to a target. If the project has too many, those linked longest ago are dropped. */
  link(row: ArtifactLinkRow): void
  /** Records that events use the bundles. */
  noteUse(ids: readonly string[], now: number): void
  /** Bundles that have not been used since a time. */
  listUnused(since: number, limit: number): { id: string }[]
  remove(id: string): void
}

export function createArtifactBundleStore(database: ControlPlaneDatabase): ArtifactBundleStore {
  return { ...chunkMethods(database), ...bundleMethods(database), ...useMethods(database) }
}

function chunkMethods(database: ControlPlaneDatabase) {
  const note = database.prepare<[string, string, number, number]>(
    `INSERT INTO artifact_chunks (organization_id, sha1, bytes, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes = excluded.bytes, created_at = excluded.created_at`,
  )
  const sum = database.prepare<[{ owner: string }], { bytes: number }>(
    `SELECT (SELECT coalesce(sum(bytes + ${fileOverheadBytes}), 0) FROM artifact_chunks WHERE organization_id = @owner)
       + (SELECT coalesce(sum(file_bytes), 0) FROM artifact_bundles WHERE organization_id = @owner) AS bytes`,
  )
  const missing = database.prepare<[string, string], { sha1: string }>(
    `SELECT DISTINCT value AS sha1 FROM json_each(?) WHERE NOT EXISTS
       (SELECT 1 FROM artifact_chunks WHERE organization_id = ? AND sha1 = value)`,
  )
  const sumChunks = database
    .prepare<[string, string], number>(
      `SELECT coalesce(sum(bytes), 0) FROM json_each(?) AS named
       JOIN artifact_chunks ON organization_id = ? AND sha1 = named.value`,
    )
    .pluck()
  const forget = database.prepare<[string, string]>(
    'DELETE FROM artifact_chunks WHERE organization_id = ? AND sha1 IN (SELECT value FROM json_each(?))',
  )
  const old = database.prepare<[number, number], { organization_id: string; sha1: string }>(
    'SELECT organization_id, sha1 FROM artifact_chunks WHERE created_at < ? ORDER BY created_at LIMIT ?',
  )
  return {
    noteChunk: ({ organizationId, sha1, bytes }: Parameters<ArtifactBundleStore['noteChunk']>[0], now: number) => {
      useDatabase(() => note.run(organizationId, sha1, bytes, now))
    },
    bytesOf: (owner: string) => useDatabase(() => sum.get({ owner }))?.bytes ?? 0,
    missingChunks: (organizationId: string, chunks: readonly string[]) =>
      useDatabase(() => missing.all(JSON.stringify(chunks), organizationId)).map(({ sha1 }) => sha1),
    bytesOfChunks: (organizationId: string, chunks: readonly string[]) =>
      useDatabase(() => sumChunks.get(JSON.stringify(chunks), organizationId)) ?? 0,
    forgetChunks: (organizationId: string, chunks: readonly string[]) => {
      useDatabase(() => forget.run(organizationId, JSON.stringify(chunks)))
    },
    listOldChunks: (before: number, limit: number) => useDatabase(() => old.all(before, limit)),
  }
}

function bundleMethods(database: ControlPlaneDatabase) {
  const find = database.prepare<[string, string], ArtifactBundleRow>(
    'SELECT * FROM artifact_bundles WHERE organization_id = ? AND checksum = ?',
  )
  const begin = database.prepare<[ArtifactBundleRow]>(
    `INSERT INTO artifact_bundles (id, organization_id, checksum, state, detail, chunks, file_bytes, created_at, used_at)
     VALUES (@id, @organization_id, @checksum, @state, @detail, @chunks, @file_bytes, @created_at, @used_at)
     ON CONFLICT (organization_id, checksum)
       DO UPDATE SET state = @state, detail = @detail, chunks = @chunks, file_bytes = @file_bytes`,
  )
  const finish = database.prepare<[string, string | null, number, string]>(
    "UPDATE artifact_bundles SET state = ?, detail = ?, file_bytes = ?, chunks = '[]' WHERE id = ?",
  )
  const unfinished = database.prepare<[], ArtifactBundleRow>(
    "SELECT * FROM artifact_bundles WHERE state = 'assembling' ORDER BY created_at",
  )
  const remove = database.prepare<[string]>('DELETE FROM artifact_bundles WHERE id = ?')
  const count = database
    .prepare<[string], number>('SELECT count(*) FROM artifact_bundles WHERE organization_id = ?')
    .pluck()
  return {
    countUploads: (organizationId: string) => useDatabase(() => count.get(organizationId)) ?? 0,
    find: (organizationId: string, checksum: string) => useDatabase(() => find.get(organizationId, checksum)),
    begin: (row: ArtifactBundleRow) => {
      useDatabase(() => begin.run(row))
    },
    finish: (id: string, { state, ...end }: BundleEnd) => {
      const detail = 'detail' in end ? end.detail : null
      const bytes = 'bytes' in end ? end.bytes : 0
      useDatabase(() => finish.run(state, detail, bytes, id))
    },
    listUnfinished: () => useDatabase(() => unfinished.all()),
    remove: (id: string) => {
      useDatabase(() => remove.run(id))
    },
  }
}

function useMethods(database: ControlPlaneDatabase) {
  const link = database.prepare<[ArtifactLinkRow]>(
    `INSERT INTO artifact_links (bundle_id, project_id, release, dist, linked_at)
     VALUES (@bundle_id, @project_id, @release, @dist, @linked_at)
     ON CONFLICT DO UPDATE SET linked_at = @linked_at`,
  )
  const dropOld = database.prepare<[ArtifactLinkRow]>(
    `DELETE FROM artifact_links WHERE bundle_id = @bundle_id AND project_id = @project_id AND (release, dist) IN (
       SELECT release, dist FROM artifact_links WHERE bundle_id = @bundle_id AND project_id = @project_id
       ORDER BY linked_at DESC, release = @release AND dist = @dist DESC LIMIT -1 OFFSET ${targetsMax}
     )`,
  )
  const note = database.prepare<[number, string]>(
    'UPDATE artifact_bundles SET used_at = ? WHERE id IN (SELECT value FROM json_each(?))',
  )
  const unused = database.prepare<[number, number], { id: string }>(
    'SELECT id FROM artifact_bundles WHERE used_at < ? ORDER BY used_at LIMIT ?',
  )
  return {
    link: (row: ArtifactLinkRow) => {
      useDatabase(() => {
        link.run(row)
        dropOld.run(row)
      })
    },
    noteUse: (ids: readonly string[], now: number) => {
      useDatabase(() => note.run(now, JSON.stringify(ids)))
    },
    listUnused: (since: number, limit: number) => useDatabase(() => unused.all(since, limit)),
  }
}
