import { createBackup, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import type { IdentityStores } from '../identity/store/identity-stores.js'
import type { BackupMaker } from './backup-maker.js'

/** Dependencies of the backup routes. */
export interface BackupRouteDependencies {
  store: IdentityStores
  backup: BackupMaker
}

/** Routes for backups. */
export function createBackupRoutes({ store, backup }: BackupRouteDependencies): Route[] {
  return [
    createRoute(createBackup, ({ caller }) => {
      if (store.organizations.findFirst()?.id !== caller.organizationId) {
        throw new ServiceError('forbidden', {
          detail: 'Backups contain all organizations: only the first organization can create them',
        })
      }
      return backup()
    }),
  ]
}
