import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDirectoryStore } from '@signalbox/artifact-store'
import { silentLog, type Clock } from '@signalbox/service-kit'
import { createId, limits } from '@signalbox/contracts'
import { createArtifacts } from '../../src/artifacts/artifacts.js'
import { openStore } from '../../src/control-plane-store.js'

export const organizationId = 'acme'

/** The artifacts of an installation with one project, in their own directory. */
export function openArtifacts({
  projectId,
  clock,
  bytesMax = limits.artifacts.keptBytesMax,
}: {
  projectId: string
  clock: Clock
  bytesMax?: number
}) {
  const directory = mkdtempSync(join(tmpdir(), 'artifacts-'))
  const uploadDirectory = join(directory, 'uploads')
  const store = openStore(directory)
  const createdAt = clock()
  store.organizations.insert({ id: organizationId, name: 'Acme', created_at: createdAt })
  const dsnKey = { id: createId(createdAt), publicKey: 'a'.repeat(32) }
  store.projects.insert({ id: projectId, organizationId, name: 'web', createdAt, dsnKey })
  const blobs = createDirectoryStore(join(directory, 'artifacts'))
  const artifacts = createArtifacts({ store, blobs, uploadDirectory, bytesMax, clock, log: silentLog })
  const remove = async () => {
    await artifacts.close()
    store.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return { directory, uploadDirectory, store, blobs, artifacts, remove }
}
