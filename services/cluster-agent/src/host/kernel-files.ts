import { readFile } from 'node:fs/promises'

/**
 * What kernel files hold. All of them may be missing, forbidden, or gone from one moment to the next with the process
 * that they are about: then the answer is undefined.
 */
export async function readKernelFile(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

/** A file with one whole number; `max`, which means no limit, is undefined. */
export async function readKernelNumber(path: string): Promise<number | undefined> {
  return toNumber((await readKernelFile(path))?.trim())
}

/** A file with a name and a number a line, such as `memory.stat` and `cpu.stat`. */
export async function readKernelTable(path: string): Promise<ReadonlyMap<string, number>> {
  const lines = (await readKernelFile(path))?.split('\n') ?? []
  return new Map(
    lines.flatMap((line) => {
      const [name = '', text] = line.split(/[:\s]+/)
      const value = toNumber(text)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** A whole number as text; undefined for everything else. */
export function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined
}
