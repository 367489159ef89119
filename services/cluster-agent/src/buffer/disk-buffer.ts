import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** A batch stored until Signalbox has accepted it. */
export interface BufferedBatch {
  /** Number of samples. */
  samples: number
  /** Request body, compressed with gzip. */
  body: Buffer
  /** Removes the batch from disk. */
  remove(): Promise<void>
}

/** The buffer's contents, and what was dropped. */
export interface BufferState {
  batches: number
  bytes: number
  /** Samples dropped since the buffer was opened, to make room for newer ones. */
  samplesDropped: number
}

/**
 * A queue of batches on disk, oldest first. Once `append` resolves, a batch survives a crash of the process or the
 * machine. Beyond the size limit, the oldest batches are dropped and counted. Only one process may use a directory.
 */
export interface DiskBuffer {
  /**
   * @param text request body.
   * @throws Error if the disk rejects it; nothing of it is stored then.
   */
  append(text: string, samples: number): Promise<void>
  /** The oldest batch; undefined if there is none. */
  oldest(): Promise<BufferedBatch | undefined>
  state(): BufferState
}

interface BatchFile {
  name: string
  samples: number
  bytes: number
}

const compress = promisify(gzip)
const inflate = promisify(gunzip)
const namePattern = /^(\d{12})-(\d+)\.json\.gz$/

/** Opens a directory, creating it if needed. Removes remains of interrupted writes. */
export async function openDiskBuffer(options: { directory: string; bytesMax: number }): Promise<DiskBuffer> {
  const { directory, bytesMax } = options
  await mkdir(directory, { recursive: true })
  const files = await readFiles(directory)
  let number = Number(files.at(-1)?.name.slice(0, 12) ?? 0)
  let samplesDropped = 0
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)

  const remove = async (file: BatchFile) => {
    const index = files.indexOf(file)
    if (index < 0) return
    files.splice(index, 1)
    bytes -= file.bytes
    await rm(join(directory, file.name), { force: true })
  }
  const makeRoom = async () => {
    // The newest batch stays even if it exceeds the limit by itself.
    while (bytes > bytesMax && files.length > 1) {
      const [file] = files
      if (file === undefined) return
      samplesDropped += file.samples
      await remove(file)
    }
  }

  return {
    append: async (text, samples) => {
      const body = await compress(text)
      number += 1
      const name = `${String(number).padStart(12, '0')}-${samples}.json.gz`
      await writeDurably(directory, name, body)
      files.push({ name, samples, bytes: body.length })
      bytes += body.length
      await makeRoom()
    },
    oldest: async () => {
      for (;;) {
        const [file] = files
        if (file === undefined) return undefined
        const body = await readWhole(join(directory, file.name))
        if (body !== undefined) return { samples: file.samples, body, remove: () => remove(file) }
        samplesDropped += file.samples
        await remove(file)
      }
    },
    state: () => ({ batches: files.length, bytes, samplesDropped }),
  }
}

async function readFiles(directory: string): Promise<BatchFile[]> {
  const files: BatchFile[] = []
  for (const name of (await readdir(directory)).sort()) {
    const match = namePattern.exec(name)
    if (match) files.push({ name, samples: Number(match[2]), bytes: (await stat(join(directory, name))).size })
    else if (name.endsWith('.new')) await rm(join(directory, name), { force: true })
  }
  return files
}

// Writes under a temporary name first: a file with its final name is complete.
async function writeDurably(directory: string, name: string, body: Buffer): Promise<void> {
  const path = join(directory, name)
  try {
    const file = await open(`${path}.new`, 'w')
    try {
      await file.writeFile(body)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    // On a full disk, a partial file would take the space of the next one.
    await rm(`${path}.new`, { force: true })
    throw error
  }
  await rename(`${path}.new`, path)
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

// A disk may corrupt files: Signalbox would reject such a batch forever.
async function readWhole(path: string): Promise<Buffer | undefined> {
  try {
    const body = await readFile(path)
    await inflate(body)
    return body
  } catch {
    return undefined
  }
}
