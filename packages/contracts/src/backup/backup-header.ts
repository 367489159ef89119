import { Type, type Static } from 'typebox'
import { parseJson } from '../json.js'
import { limits } from '../limits.js'
import { Closed, MapOf, Timestamp } from '../schema.js'
import { createValidator } from '../validate.js'

/** Format version of backup files. */
export const backupFormat = 1

const magic = 'signalbox-backup '

/**
 * The first line of a backup file, which describes the rest: the gzip-compressed SQLite database. The line is
 * `signalbox-backup ` followed by this object as JSON.
 */
export const BackupHeader = Closed({
  format: Type.Integer({ minimum: 1, description: 'Version of the file format' }),
  schema_version: Type.Integer({ minimum: 0, description: 'Migrations applied to the database' }),
  created_at: Timestamp,
  database_bytes: Type.Integer({ minimum: 0, description: 'Size of the uncompressed database' }),
  database_sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Hash of the uncompressed database' }),
  row_counts: MapOf(Type.Integer({ minimum: 0 }), { description: 'Number of rows per table' }),
})
export type BackupHeader = Static<typeof BackupHeader>

const validateHeader = createValidator(BackupHeader)

/** Formats the first line of a backup file, including the line feed. */
export function writeBackupHeader(header: BackupHeader): string {
  return `${magic}${JSON.stringify(header)}\n`
}

/**
 * Parses the first line of a backup file.
 * @param start The beginning of the file: at least `limits.backup.headerBytesMax` bytes, or all of it.
 * @returns the header and the offset of the database; or a string that says why it is not a backup.
 */
export function readBackupHeader(start: Uint8Array): { header: BackupHeader; databaseOffset: number } | string {
  const end = start.indexOf(0x0a)
  const line = end === -1 || end > limits.backup.headerBytesMax ? '' : new TextDecoder().decode(start.subarray(0, end))
  if (!line.startsWith(magic)) return 'it is not a Signalbox backup'
  const result = validateHeader(parseJson(line.slice(magic.length)))
  if (!result.ok) return `its header is damaged: ${result.faults[0]?.pointer ?? ''} ${result.faults[0]?.detail ?? ''}`
  if (result.value.format > backupFormat) return `it was created by a newer version (format ${result.value.format})`
  return { header: result.value, databaseOffset: end + 1 }
}
