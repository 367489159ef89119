import type { Entry, ZipFile } from 'yauzl'
import { limits } from '@signalbox/contracts'
import { readZipEntry } from './read-zip-entry.js'
import { InvalidBundleError, parseManifest, type Manifest, type ManifestFile } from './manifest.js'
import { openZip } from './open-zip.js'

/** An uploaded bundle. Its files are read one at a time and are never written to disk under their names. */
export interface ArtifactBundle {
  manifest: Manifest
  /** @throws InvalidBundleError if the file is damaged or does not have its declared length. */
  read(file: ManifestFile): Promise<Buffer>
  close(): void
}

const manifestName = 'manifest.json'

/**
 * Opens an artifact bundle: a ZIP file, with or without the eight-byte header that Sentry's clients prepend.
 * @throws InvalidBundleError if it is not a bundle, exceeds a limit, or lacks a file named in its manifest.
 */
export async function openArtifactBundle(path: string): Promise<ArtifactBundle> {
  const { zip, entries } = await openZip(path)
  try {
    const manifest = parseManifest(await readManifest(zip, entries))
    for (const { entryName } of manifest.files) requireEntry(entries, entryName)
    return {
      manifest,
      read: (file) => readZipEntry(zip, requireEntry(entries, file.entryName)),
      close: () => {
        zip.close()
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<string> {
  const entry = requireEntry(entries, manifestName)
  if (entry.uncompressedSize > limits.artifacts.manifestBytesMax) {
    throw new InvalidBundleError('the manifest of the bundle is too large')
  }
  return (await readZipEntry(zip, entry)).toString('utf8')
}

function requireEntry(entries: ReadonlyMap<string, Entry>, name: string): Entry {
  const entry = entries.get(name)
  if (entry === undefined)
    throw new InvalidBundleError(`the bundle contains no file ${JSON.stringify(name.slice(0, 200))}`)
  return entry
}
