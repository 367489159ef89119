import { readFile } from 'node:fs/promises'

/**
 * Reads a kernel file. Any of them may be missing, forbidden, or disappear along with its process: the result is then
 * undefined.
 */
export async function readKernelFile(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

/** Reads a file with one integer; `max`, which means no limit, is undefined. */
export async function readKernelNumber(path: string): Promise<number | undefined> {
  return toNumber((await readKernelFile(path))?.trim())
}

/** Reads a file with one name and number per line, such as `memory.stat` and `cpu.stat`. */
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

/** Parses an integer; undefined for anything else. */
export function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined
}
