import type { ControlPlaneDatabase, Transactions } from '../database/database.js'
import { createEngineLeaseStore, type EngineLeaseStore } from './engine-leases.js'

/** Tables of leases. */
export interface LeaseTables {
  engineLeases: EngineLeaseStore
}

/** The tables, with transactions. */
export interface LeaseStores extends LeaseTables, Transactions {}

export function createLeaseTables(database: ControlPlaneDatabase): LeaseTables {
  return {
    engineLeases: createEngineLeaseStore(database),
  }
}
