import { type TelemetryProject, toTimestamp } from '@signalbox/contracts'
import type { ProjectRow } from './store/projects.js'
import { createDsn } from './dsn-keys/dsn.js'

export function toTelemetryProject(row: ProjectRow, publicUrl: string): TelemetryProject {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    dsn: createDsn(publicUrl, row.public_key, row.number),
    is_active: row.is_active === 1,
    created_at: toTimestamp(row.created_at),
  }
}
