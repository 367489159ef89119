import type { ControlPlaneDatabase, Transactions } from '../../database/database.js'
import { createAuditEntryStore, type AuditEntryStore } from './audit-entries.js'

/** Tables of the audit log. */
export interface AuditTables {
  auditEntries: AuditEntryStore
}

/** The tables, with transactions. */
export interface AuditStores extends AuditTables, Transactions {}

export function createAuditTables(database: ControlPlaneDatabase): AuditTables {
  return {
    auditEntries: createAuditEntryStore(database),
  }
}
