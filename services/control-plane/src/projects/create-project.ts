import { createId, ServiceError } from '@signalbox/contracts'
import { createPublicKey } from '../identity/secrets.js'
import type { ProjectRow } from './store/projects.js'
import type { ProjectStores } from './store/project-stores.js'

export interface ProjectRequest {
  organizationId: string
  name: string
  /** From an existing DSN; generated if omitted. */
  number?: number | undefined
  publicKey?: string | undefined
  /** Unix milliseconds. */
  now: number
}

/**
 * Creates a project with one DSN key.
 * @throws ServiceError `conflict` if the number or the public key is taken.
 */
export function createProject(
  { projects, dsnKeys, transact }: Pick<ProjectStores, 'projects' | 'dsnKeys' | 'transact'>,
  { organizationId, name, number, publicKey = createPublicKey(), now }: ProjectRequest,
): ProjectRow {
  return transact(() => {
    if (number !== undefined && projects.isNumberTaken(number)) throw taken(`number ${number}`)
    refuseTakenKey({ dsnKeys }, publicKey)
    const dsnKey = { id: createId(now), publicKey }
    return projects.insert({ id: createId(now), organizationId, name, number, createdAt: now, dsnKey })
  })
}

function taken(what: string): ServiceError {
  return new ServiceError('conflict', { detail: `The ${what} is already used by a project, possibly a deleted one` })
}

/** @throws ServiceError `conflict` if a project has the public key. */
export function refuseTakenKey({ dsnKeys }: Pick<ProjectStores, 'dsnKeys'>, publicKey: string): void {
  if (dsnKeys.isTaken(publicKey)) throw taken(`public key ${publicKey}`)
}
