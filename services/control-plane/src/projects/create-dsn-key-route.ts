import { createDsnKey, createId } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toDsnKey } from './dsn-keys/dsn-key-shape.js'
import { createPublicKey } from '../identity/secrets.js'
import { requireProject } from './find-project.js'
import type { DsnKeyRow } from './store/dsn-keys.js'
import type { ProjectStores } from './store/project-stores.js'
import type { ProjectRouteDependencies } from './route-dependencies.js'
import { refuseBeyond } from '../lists/refuse-beyond.js'

export function createDsnKeyRoute({ store, publicUrl, clock }: ProjectRouteDependencies): Route {
  return createRoute(createDsnKey, ({ caller, params }) => {
    const { id, number } = requireProject(store.projects, caller.organizationId, params.project_id)
    return toDsnKey(insertKey(store, id, clock()), { publicUrl, number })
  })
}

function insertKey(store: ProjectStores, projectId: string, now: number): DsnKeyRow {
  return store.transact(() => {
    refuseBeyond('dsnKeys', store.dsnKeys.list(projectId).length)
    const row: DsnKeyRow = {
      id: createId(now),
      project_id: projectId,
      public_key: createPublicKey(),
      is_active: 1,
      ingest_limit_per_minute: null,
      quotas: '[]',
      created_at: now,
    }
    store.dsnKeys.insert(row)
    return row
  })
}
