import { readFile } from 'node:fs/promises'
import { limits, type AssembleDebugFilesBody, type DebugFileAssembly } from '@signalbox/contracts'
import { InvalidBundleError } from '@signalbox/source-maps'
import type { ArtifactRouteDependencies } from './route-dependencies.js'
import { assembleUpload, MissingChunkError } from './assembly.js'
import { removeChunks } from './remove-chunks.js'
import { notApplied, toSentryDebugFile } from './debug-file.js'
import { storeDebugFile, type DebugFileOwner } from './store-debug-file.js'

const { fileBytesMax: bytesMax, inflatedBytesMax } = limits.artifacts

type RequestedFile = AssembleDebugFilesBody[string]

/** Bytes that a request may still assemble: its files can name the same chunk again and again. */
interface Budget {
  bytesLeft: number
}

/**
 * Assembles debug files from chunks, each separately; an existing file is only linked to the project. After a crash at
 * any point, the client can repeat the request: bytes are stored first, without being visible, and then all rows at
 * once.
 */
export async function assembleDebugFiles(
  dependencies: ArtifactRouteDependencies,
  owner: DebugFileOwner,
  asked: AssembleDebugFilesBody,
): Promise<Record<string, DebugFileAssembly>> {
  const { store, artifacts } = dependencies
  const answers: [string, DebugFileAssembly][] = []
  const used = new Set<string>()
  const budget = { bytesLeft: inflatedBytesMax }
  for (const [sha1, file] of Object.entries(asked)) {
    const answer = await assembleOne(dependencies, owner, { ...file, sha1, budget })
    if (answer.state === 'ok') for (const chunk of file.chunks) used.add(chunk)
    answers.push([sha1, answer])
  }
  // Files may share chunks.
  await removeChunks({ store, blobs: artifacts.blobs }, owner.organizationId, [...used])
  return Object.fromEntries(answers)
}

async function assembleOne(
  dependencies: ArtifactRouteDependencies,
  owner: DebugFileOwner,
  file: RequestedFile & { sha1: string; budget: Budget },
): Promise<DebugFileAssembly> {
  const { store, artifacts } = dependencies
  const { organizationId } = owner
  const { sha1, chunks, budget } = file
  const known = storeDebugFile.find(dependencies, owner, sha1)
  if (known !== undefined) return assembled(toSentryDebugFile(known, sha1))
  const missingChunks = store.artifactBundles.missingChunks(organizationId, chunks)
  // Clients send no chunks to check whether a file exists.
  if (missingChunks.length > 0 || chunks.length === 0) return { state: 'not_found', missingChunks, detail: null }
  try {
    takeBytes(budget, store.artifactBundles.bytesOfChunks(organizationId, chunks))
    const bytes = await readAssembled(artifacts, { organizationId, chunks, checksum: sha1, bytesMax })
    const debugId = file.debug_id ?? null
    const row = await storeDebugFile.put(dependencies, owner, { name: file.name, debugId, sha1, bytes })
    return assembled(toSentryDebugFile(row, sha1))
  } catch (error) {
    if (error instanceof MissingChunkError) {
      await removeChunks({ store, blobs: artifacts.blobs }, organizationId, chunks)
      return { state: 'not_found', missingChunks: [...new Set(chunks)], detail: null }
    }
    if (!(error instanceof InvalidBundleError)) throw error
    return { state: 'error', missingChunks: [], detail: error.message }
  }
}

function assembled(dif: DebugFileAssembly['dif']): DebugFileAssembly {
  return { state: 'ok', missingChunks: [], detail: notApplied, ...(dif && { dif }) }
}

/** @throws InvalidBundleError for a file that is too large, or exceeds what is left. */
function takeBytes(budget: Budget, bytes: number): void {
  if (bytes > bytesMax) throw new InvalidBundleError(`a debug file can have at most ${bytesMax} bytes`)
  budget.bytesLeft -= bytes
  if (budget.bytesLeft < 0) {
    throw new InvalidBundleError(`one request can assemble at most ${inflatedBytesMax} bytes: send the rest separately`)
  }
}

/** @throws like `assembleUpload`. */
async function readAssembled(...parts: Parameters<typeof assembleUpload>): Promise<Buffer> {
  const upload = await assembleUpload(...parts)
  try {
    return await readFile(upload.path)
  } finally {
    await upload.remove()
  }
}
