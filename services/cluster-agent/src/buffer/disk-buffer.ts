import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** Samples that are kept until Signalbox has them. */
export interface BufferedBatch {
  /** Samples in it. */
  samples: number
  /** The body of a request, compressed with gzip. */
  body: Buffer
  /** Removes it from the disk. */
  remove(): Promise<void>
}

/** What is in the buffer, and what did not fit. */
export interface BufferState {
  batches: number
  bytes: number
  /** Samples dropped since this buffer was opened, because newer ones needed their place. */
  samplesDropped: number
}

/**
 * Batches on disk, oldest first: what `append` has returned from survives the end of the process and of the machine.
 * When there are more bytes than allowed, the oldest batches are dropped and counted. One process uses a directory.
 */
export interface DiskBuffer {
  /** @param text The body of a request. @throws Error when the disk does not take it; nothing of it is kept then. */
  append(text: string, samples: number): Promise<void>
  /** The oldest batch; undefined when there is none. */
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

/** Opens a directory, which is made where it does not exist. What an interrupted write left is removed. */
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
    // The newest stays even when it alone is too large.
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

// Under another name until it is whole: a file with its name is complete.
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
    // On a full disk the half of it would take the place of the next one.
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

// A disk may damage what it keeps: such a batch would be refused forever.
async function readWhole(path: string): Promise<Buffer | undefined> {
  try {
    const body = await readFile(path)
    await inflate(body)
    return body
  } catch {
    return undefined
  }
}
