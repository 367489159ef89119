import { createId } from '@signalbox/contracts'
import { createPublicKey } from '../identity/secrets.js'
import type { ProjectRow, ProjectStore } from './store/projects.js'

/** Creates a project with a fresh DSN key. */
export function createProject(
  projects: ProjectStore,
  { organizationId, name, now }: { organizationId: string; name: string; now: number },
): ProjectRow {
  const dsnKey = { id: createId(now), publicKey: createPublicKey() }
  return projects.insert({ id: createId(now), organizationId, name, createdAt: now, dsnKey })
}
