import type { ControlPlaneDatabase, Transactions } from '../../database/database.js'
import { createAuditEntryStore, type AuditEntryStore } from './audit-entries.js'

/** The tables of the audit log. */
export interface AuditTables {
  auditEntries: AuditEntryStore
}

/** With what makes several changes one. */
export interface AuditStores extends AuditTables, Transactions {}

export function createAuditTables(database: ControlPlaneDatabase): AuditTables {
  return {
    auditEntries: createAuditEntryStore(database),
  }
}
