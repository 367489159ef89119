import type { ArtifactType } from '@signalbox/source-maps'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Files that are stored for later use: no event is symbolicated with them yet. */
export const debugFileTypes = ['proguard', 'debug_file'] as const
export type DebugFileType = (typeof debugFileTypes)[number]

/** A file of a bundle. */
export interface ArtifactFileRow {
  bundle_id: string
  type: ArtifactType | DebugFileType
  url: string
  debug_id: string | null
  map_reference: string
  /** SHA-256. */
  content_hash: string
  bytes: number
}

/** A file whose bytes are stored but that is not part of a bundle yet. */
export type StoredFileRow = Omit<ArtifactFileRow, 'bundle_id'>

/** A lookup result: files are searched in bundles uploaded for the project. */
export interface FoundFileRow extends ArtifactFileRow {
  /** When its bundle was last uploaded for the project. */
  linked_at: number
  /** When its bundle was last used. */
  used_at: number
}

export interface ArtifactCountRow {
  type: string
  files: number
  bytes: number
  last_uploaded_at: number
}

export interface SourceMapIndexRow {
  code_hash: string
  map_hash: string
  /** Hash of the sources that were filled in; empty for the map alone. */
  sources_hash: string
  /** Null if the map is malformed. */
  index_hash: string | null
  detail: string | null
  /** JSON array of names of sources that it lacks. */
  missing_sources: string
  /** Layout version of the converted file, as defined by the source map package's `layout.ts`. */
  layout_version: number
  created_at: number
}

/** The scope of a lookup by release. */
export interface ReleaseScope {
  projectId: string
  release: string
  dist: string
}

/** Files of usable bundles, and their converted maps. Of several matches, the newest come first. */
export interface ArtifactFileStore {
  add(row: ArtifactFileRow): void
  findByDebugId(projectId: string, debugId: string, type: ArtifactType): FoundFileRow[]
  findByUrl(scope: ReleaseScope, url: string): FoundFileRow[]
  findInBundle(bundleId: string, url: string): FoundFileRow | undefined
  /** Files of a bundle with one of the URLs. */
  listInBundle(bundleId: string, urls: readonly string[]): ArtifactFileRow[]
  /** Where files with one of the URLs were uploaded, for any release and dist, newest first. */
  findElsewhere(projectId: string, urls: readonly string[]): { url: string; release: string; dist: string }[]
  /** URL of a file with this name, in any directory. */
  findByName(scope: ReleaseScope, name: string): string | undefined
  countOf(scope: ReleaseScope): number
  /** Counts the files of a project by type; a file in several bundles counts once. */
  countByType(projectId: string): ArtifactCountRow[]
  /** The file of a bundle that has a single one. */
  findOnly(bundleId: string): ArtifactFileRow | undefined
  /** Content hashes of a bundle's files. */
  hashesOf(bundleId: string): string[]
  findIndex(codeHash: string, mapHash: string, sourcesHash: string): SourceMapIndexRow | undefined
  putIndex(row: SourceMapIndexRow): void
}

const found = `SELECT artifact_files.*, linked_at, used_at FROM artifact_files
  JOIN artifact_bundles ON artifact_bundles.id = bundle_id AND state = 'ok'
  JOIN artifact_links USING (bundle_id)`
const newestFirst = 'ORDER BY linked_at DESC, artifact_files.id DESC LIMIT 20'

export function createArtifactFileStore(database: ControlPlaneDatabase): ArtifactFileStore {
  const add = database.prepare<[ArtifactFileRow]>(
    `INSERT INTO artifact_files (bundle_id, type, url, debug_id, map_reference, content_hash, bytes)
     VALUES (@bundle_id, @type, @url, @debug_id, @map_reference, @content_hash, @bytes)`,
  )
  return {
    add: (row) => {
      useDatabase(() => add.run(row))
    },
    ...lookups(database),
    ...contentMethods(database),
    ...indexMethods(database),
  }
}

function lookups(database: ControlPlaneDatabase) {
  const byDebugId = database.prepare<[string, string, string], FoundFileRow>(
    `${found} WHERE debug_id = ? AND type = ? AND project_id = ? ${newestFirst}`,
  )
  const byUrl = database.prepare<[string, string, string, string], FoundFileRow>(
    `${found} WHERE project_id = ? AND release = ? AND dist = ? AND url = ? ${newestFirst}`,
  )
  const inBundle = database.prepare<[string, string], FoundFileRow>(
    `${found} WHERE bundle_id = ? AND url = ? ${newestFirst}`,
  )
  const listed = database.prepare<[string, string], ArtifactFileRow>(
    'SELECT * FROM artifact_files WHERE bundle_id = ? AND url IN (SELECT value FROM json_each(?))',
  )
  const elsewhere = database.prepare<[string, string], { url: string; release: string; dist: string }>(
    `SELECT url, release, dist FROM artifact_links
     JOIN artifact_bundles ON artifact_bundles.id = bundle_id AND state = 'ok'
     JOIN artifact_files USING (bundle_id)
     WHERE project_id = ? AND url IN (SELECT value FROM json_each(?)) ORDER BY linked_at DESC LIMIT 20`,
  )
  const byName = database.prepare<[string, string, string, string], { url: string }>(
    `SELECT url FROM artifact_links JOIN artifact_files USING (bundle_id)
     WHERE project_id = ? AND release = ? AND dist = ? AND url LIKE ? ESCAPE '!' LIMIT 1`,
  )
  const count = database.prepare<[string, string, string], { files: number }>(
    `SELECT count(*) AS files FROM artifact_links JOIN artifact_files USING (bundle_id)
     WHERE project_id = ? AND release = ? AND dist = ?`,
  )
  return {
    findByDebugId: (projectId: string, debugId: string, type: ArtifactType) =>
      useDatabase(() => byDebugId.all(debugId, type, projectId)),
    findByUrl: ({ projectId, release, dist }: ReleaseScope, url: string) =>
      useDatabase(() => byUrl.all(projectId, release, dist, url)),
    findInBundle: (bundleId: string, url: string) => useDatabase(() => inBundle.get(bundleId, url)),
    listInBundle: (bundleId: string, urls: readonly string[]) =>
      useDatabase(() => listed.all(bundleId, JSON.stringify(urls))),
    findElsewhere: (projectId: string, urls: readonly string[]) =>
      useDatabase(() => elsewhere.all(projectId, JSON.stringify(urls))),
    findByName: ({ projectId, release, dist }: ReleaseScope, name: string) =>
      useDatabase(() => byName.get(projectId, release, dist, `%/${name.replaceAll(/[!%_]/g, '!$&')}`))?.url,
    countOf: ({ projectId, release, dist }: ReleaseScope) =>
      useDatabase(() => count.get(projectId, release, dist))?.files ?? 0,
  }
}

function contentMethods(database: ControlPlaneDatabase) {
  const byType = database.prepare<[string], ArtifactCountRow>(
    `SELECT type, count(*) AS files, sum(bytes) AS bytes, max(last_uploaded_at) AS last_uploaded_at FROM (
       SELECT type, max(bytes) AS bytes, max(linked_at) AS last_uploaded_at FROM artifact_links
       JOIN artifact_bundles ON artifact_bundles.id = bundle_id AND state = 'ok'
       JOIN artifact_files USING (bundle_id)
       WHERE project_id = ? GROUP BY type, url, content_hash
     ) GROUP BY type ORDER BY type`,
  )
  const only = database.prepare<[string], ArtifactFileRow>('SELECT * FROM artifact_files WHERE bundle_id = ? LIMIT 1')
  const ofBundle = database.prepare<[string], { content_hash: string }>(
    'SELECT DISTINCT content_hash FROM artifact_files WHERE bundle_id = ?',
  )
  return {
    countByType: (projectId: string) => useDatabase(() => byType.all(projectId)),
    findOnly: (bundleId: string) => useDatabase(() => only.get(bundleId)),
    hashesOf: (bundleId: string) => useDatabase(() => ofBundle.all(bundleId)).map((row) => row.content_hash),
  }
}

function indexMethods(database: ControlPlaneDatabase) {
  const find = database.prepare<[string, string, string], SourceMapIndexRow>(
    'SELECT * FROM source_map_indexes WHERE code_hash = ? AND map_hash = ? AND sources_hash = ?',
  )
  const put = database.prepare<[SourceMapIndexRow]>(
    `INSERT INTO source_map_indexes
       (code_hash, map_hash, sources_hash, index_hash, detail, missing_sources, layout_version, created_at)
     VALUES (@code_hash, @map_hash, @sources_hash, @index_hash, @detail, @missing_sources, @layout_version, @created_at)
     ON CONFLICT DO UPDATE SET index_hash = @index_hash, detail = @detail, missing_sources = @missing_sources,
       layout_version = @layout_version`,
  )
  return {
    findIndex: (codeHash: string, mapHash: string, sourcesHash: string) =>
      useDatabase(() => find.get(codeHash, mapHash, sourcesHash)),
    putIndex: (row: SourceMapIndexRow) => {
      useDatabase(() => put.run(row))
    },
  }
}
