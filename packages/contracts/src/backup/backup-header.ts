import { Type, type Static } from 'typebox'
import { parseJson } from '../json.js'
import { limits } from '../limits.js'
import { Closed, MapOf, Timestamp } from '../schema.js'
import { createValidator } from '../validate.js'

/** Version of the form of backup files. */
export const backupFormat = 1

const magic = 'signalbox-backup '

/**
 * What the first line of a backup file says of the rest, which is the SQLite database, compressed with gzip. The line is
 * `signalbox-backup ` and this object as JSON.
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

/** The first line of a backup file, its line feed included. */
export function writeBackupHeader(header: BackupHeader): string {
  return `${magic}${JSON.stringify(header)}\n`
}

/**
 * Reads the first line of a backup file.
 * @param start The beginning of the file, at least `limits.backup.headerBytesMax` bytes or all of it.
 * @returns the header with the place where the database begins; a text that says why it is none.
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
