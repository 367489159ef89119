import { createDsnKey, createId } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { refuseTakenKey } from './create-project.js'
import { toDsnKey } from './dsn-keys/dsn-key-shape.js'
import { createPublicKey } from '../identity/secrets.js'
import { requireProject } from './find-project.js'
import type { DsnKeyRow } from './store/dsn-keys.js'
import type { ProjectStores } from './store/project-stores.js'
import type { ProjectRouteDependencies } from './route-dependencies.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'

export function createDsnKeyRoute({ store, publicUrl, clock }: ProjectRouteDependencies): Route {
  return createRoute(createDsnKey, ({ caller, params, query: { public_key: publicKey } }) => {
    const { id, number } = requireProject(store.projects, caller.organizationId, params.project_id)
    return toDsnKey(insertKey(store, { projectId: id, publicKey, now: clock() }), { publicUrl, number })
  })
}

interface KeyRequest {
  projectId: string
  /** From an existing DSN; generated if omitted. */
  publicKey: string | undefined
  /** Unix milliseconds. */
  now: number
}

/** @throws ServiceError `conflict` if the public key is taken. */
function insertKey(store: ProjectStores, { projectId, publicKey = createPublicKey(), now }: KeyRequest): DsnKeyRow {
  return store.transact(() => {
    refuseTakenKey(store, publicKey)
    enforceCapacity('dsnKeys', store.dsnKeys.list(projectId).length)
    const row: DsnKeyRow = {
      id: createId(now),
      project_id: projectId,
      public_key: publicKey,
      is_active: 1,
      ingest_limit_per_minute: null,
      quotas: '[]',
      created_at: now,
    }
    store.dsnKeys.insert(row)
    return row
  })
}
