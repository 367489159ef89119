import type { ControlPlaneDatabase, Transactions } from '../database/database.js'
import { createEngineLeaseStore, type EngineLeaseStore } from './engine-leases.js'

/** The tables of leases. */
export interface LeaseTables {
  engineLeases: EngineLeaseStore
}

/** With what makes several changes one. */
export interface LeaseStores extends LeaseTables, Transactions {}

export function createLeaseTables(database: ControlPlaneDatabase): LeaseTables {
  return {
    engineLeases: createEngineLeaseStore(database),
  }
}
