import { join } from 'node:path'

/** Where each part keeps its data. */
export interface DataPaths {
  controlPlane: string
  eventLog: string
  analytics: string
}

/** The layout of the data directory. Backups and other tools rely on it. */
export function dataPaths(dataDirectory: string): DataPaths {
  return {
    controlPlane: join(dataDirectory, 'control-plane'),
    eventLog: join(dataDirectory, 'event-log'),
    analytics: join(dataDirectory, 'analytics'),
  }
}
