import type { ControlPlaneDatabase } from '../../database/database.js'
import { createSystemSampleStore, type SystemSampleStore } from './system-samples.js'

/** The tables of installation health. */
export interface SystemStores {
  systemSamples: SystemSampleStore
}

export function createSystemTables(database: ControlPlaneDatabase): SystemStores {
  return {
    systemSamples: createSystemSampleStore(database),
  }
}
