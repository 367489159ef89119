import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import type { ArtifactFileRow } from './artifact-files.js'

/** An upload as seen from its project. Times are Unix milliseconds. */
export interface UploadRow {
  id: string
  state: 'assembling' | 'ok' | 'error'
  detail: string | null
  /** Its targets, latest first; empty strings if the upload has no release or dist. */
  targets: { release: string; dist: string }[]
  uploaded_at: number
  used_at: number
  files: number
  source_maps: number
  bytes: number
}

interface UploadSearch {
  /** Part of a release, a dist or a URL; empty for all uploads. */
  text: string
  /** Null if the text is not a debug id. */
  debugId: string | null
}

/** A project's uploads as shown to people. */
export interface ArtifactUploadStore {
  /** Latest first. */
  list(
    projectId: string,
    search: UploadSearch,
    page: { limit: number; offset: number },
  ): { uploads: UploadRow[]; total: number }
  find(projectId: string, bundleId: string): UploadRow | undefined
  /** By URL. */
  listFiles(bundleId: string, limit: number): Pick<ArtifactFileRow, 'url' | 'type' | 'debug_id' | 'bytes'>[]
  unlink(projectId: string, bundleId: string): void
  /** True if any project links to it. */
  isLinked(bundleId: string): boolean
}

const linked = `FROM artifact_links AS link JOIN artifact_bundles AS bundle ON bundle.id = link.bundle_id
  WHERE link.project_id = @projectId`
/** Each subquery on a bundle's files reads only that bundle's part of the index. */
const columns = `bundle.id, state, detail, max(linked_at) AS uploaded_at, used_at,
  (SELECT count(*) FROM artifact_files WHERE bundle_id = bundle.id) AS files,
  (SELECT count(*) FROM artifact_files WHERE bundle_id = bundle.id AND type = 'source_map') AS source_maps,
  (SELECT coalesce(sum(bytes), 0) FROM artifact_files WHERE bundle_id = bundle.id) AS bytes`
const matching = `AND (@text = ''
  OR EXISTS (SELECT 1 FROM artifact_files WHERE debug_id = @debugId AND bundle_id = bundle.id)
  OR (@debugId IS NULL AND (
    EXISTS (SELECT 1 FROM artifact_links AS other WHERE other.bundle_id = bundle.id AND other.project_id = @projectId
      AND (release LIKE @pattern ESCAPE '!' OR dist LIKE @pattern ESCAPE '!'))
    OR EXISTS (SELECT 1 FROM artifact_files WHERE bundle_id = bundle.id AND url LIKE @pattern ESCAPE '!'))))`

type CountedRow = Omit<UploadRow, 'targets'>
type Search = UploadSearch & { projectId: string; pattern: string }

export function createArtifactUploadStore(database: ControlPlaneDatabase): ArtifactUploadStore {
  const list = database.prepare<[Search & { limit: number; offset: number }], CountedRow>(
    `SELECT ${columns} ${linked} ${matching}
     GROUP BY bundle.id ORDER BY uploaded_at DESC, bundle.id DESC LIMIT @limit OFFSET @offset`,
  )
  const count = database.prepare<[Search], { total: number }>(
    `SELECT count(DISTINCT bundle.id) AS total ${linked} ${matching}`,
  )
  const one = database.prepare<[{ projectId: string; bundleId: string }], CountedRow>(
    `SELECT ${columns} ${linked} AND bundle.id = @bundleId GROUP BY bundle.id`,
  )
  const targets = database.prepare<[string, string], { release: string; dist: string }>(
    `SELECT release, dist FROM artifact_links WHERE bundle_id = ? AND project_id = ?
     ORDER BY linked_at DESC, release, dist LIMIT 100`,
  )
  const withTargets = (projectId: string, row: CountedRow): UploadRow => ({
    ...row,
    targets: useDatabase(() => targets.all(row.id, projectId)),
  })
  return {
    list: (projectId, { text, debugId }, page) => {
      const search = { projectId, text, debugId, pattern: `%${text.replaceAll(/[!%_]/g, '!$&')}%` }
      const rows = useDatabase(() => list.all({ ...search, ...page }))
      const total = useDatabase(() => count.get(search))?.total ?? 0
      return { uploads: rows.map((row) => withTargets(projectId, row)), total }
    },
    find: (projectId, bundleId) => {
      const row = useDatabase(() => one.get({ projectId, bundleId }))
      return row && withTargets(projectId, row)
    },
    ...linkMethods(database),
  }
}

function linkMethods(database: ControlPlaneDatabase) {
  const files = database.prepare<[string, number], Pick<ArtifactFileRow, 'url' | 'type' | 'debug_id' | 'bytes'>>(
    'SELECT url, type, debug_id, bytes FROM artifact_files WHERE bundle_id = ? ORDER BY url, id LIMIT ?',
  )
  const unlink = database.prepare<[string, string]>('DELETE FROM artifact_links WHERE project_id = ? AND bundle_id = ?')
  const anyLink = database.prepare<[string], { found: number }>(
    'SELECT 1 AS found FROM artifact_links WHERE bundle_id = ? LIMIT 1',
  )
  return {
    listFiles: (bundleId: string, limit: number) => useDatabase(() => files.all(bundleId, limit)),
    unlink: (projectId: string, bundleId: string) => {
      useDatabase(() => unlink.run(projectId, bundleId))
    },
    isLinked: (bundleId: string) => useDatabase(() => anyLink.get(bundleId)) !== undefined,
  }
}
