import { changeDsnKey, ServiceError, type Static } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toDsnKey } from './dsn-keys/dsn-key-shape.js'
import { requireProject } from './find-project.js'
import type { DsnKeyRow } from './store/dsn-keys.js'
import type { ProjectRouteDependencies } from './route-dependencies.js'

type DsnKeyChange = Static<NonNullable<(typeof changeDsnKey)['body']>>

export function createChangeDsnKeyRoute({ store, keys, publicUrl }: ProjectRouteDependencies): Route {
  return createRoute(changeDsnKey, ({ caller, params, body }) => {
    const { id: projectId, number } = requireProject(store.projects, caller.organizationId, params.project_id)
    const row = store.transact(() => {
      const found = store.dsnKeys.find(projectId, params.key_id.toLowerCase())
      if (!found) throw new ServiceError('not-found', { detail: 'No such DSN key' })
      const changed = withChange(found, body)
      store.dsnKeys.update(changed)
      return changed
    })
    keys.forgetDsnKeys(projectId)
    return toDsnKey(row, { publicUrl, number })
  })
}

function withChange(row: DsnKeyRow, change: DsnKeyChange): DsnKeyRow {
  const { is_active: isActive, ingest_limit_per_minute: limit, quotas } = change
  return {
    ...row,
    ...(isActive !== undefined && { is_active: isActive ? 1 : 0 }),
    ...(limit !== undefined && { ingest_limit_per_minute: limit }),
    ...(quotas !== undefined && { quotas: JSON.stringify(quotas) }),
  }
}
