import { join } from 'node:path'
import { controlPlaneDirectory } from '@signalbox/control-plane'

/** Data directory of each component. */
export interface DataPaths {
  controlPlane: string
  eventLog: string
  analytics: string
  /** Uploaded source maps, unless configured elsewhere. */
  artifacts: string
}

/** The layout of the data directory. Backups and other tools rely on it. */
export function dataPaths(dataDirectory: string): DataPaths {
  return {
    controlPlane: controlPlaneDirectory(dataDirectory),
    eventLog: join(dataDirectory, 'event-log'),
    analytics: join(dataDirectory, 'analytics'),
    artifacts: join(dataDirectory, 'artifacts'),
  }
}
