import { createHash } from 'node:crypto'
import { limits, type SentryDebugFile } from '@signalbox/contracts'
import type { ArtifactRouteDependencies } from './route-dependencies.js'
import { toSentryDebugFile } from './debug-file.js'
import { readForm, type SentForm } from './read-form.js'
import { storeDebugFile, type DebugFileOwner } from './store-debug-file.js'
import { takeFiles } from './take-files.js'

const { bundleBytesMax: bytesMax, debugFilesPerRequestMax: filesMax, fileBytesMax } = limits.artifacts

/**
 * Stores the files of a form, including those in ZIP archives. @throws ServiceError like `readForm` and `takeFiles`.
 */
export async function receiveDebugFiles(
  dependencies: ArtifactRouteDependencies,
  owner: DebugFileOwner,
  form: SentForm,
): Promise<SentryDebugFile[]> {
  const kept: SentryDebugFile[] = []
  const keep = async (name: string, bytes: Buffer): Promise<void> => {
    const sha1 = createHash('sha1').update(bytes).digest('hex')
    const known = storeDebugFile.find(dependencies, owner, sha1)
    const row = known ?? (await storeDebugFile.put(dependencies, owner, { name, debugId: null, sha1, bytes }))
    kept.push(toSentryDebugFile(row, sha1))
  }
  await readForm(form, { bytesMax, filesMax, fileBytesMax }, (file) =>
    takeFiles(dependencies.artifacts.folders, file, keep),
  )
  return kept
}
