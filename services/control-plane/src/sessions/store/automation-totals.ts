import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** How many sessions or workflow runs an organization stores, and their bytes. The database's triggers count. */
export interface AutomationTotal {
  items: number
  bytes: number
}

export interface AutomationTotalStore {
  /** Zeros if the organization has none. */
  find(organizationId: string, counted: 'sessions' | 'runs'): AutomationTotal
}

export function createAutomationTotalStore(database: ControlPlaneDatabase): AutomationTotalStore {
  const find = database.prepare<[string, string], AutomationTotal>(
    'SELECT items, bytes FROM automation_totals WHERE organization_id = ? AND counted = ?',
  )
  return {
    find: (organizationId, counted) => useDatabase(() => find.get(organizationId, counted)) ?? { items: 0, bytes: 0 },
  }
}
