import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** Content encodings, best first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** A file of the web interface, ready to send. */
export interface WebFile {
  contentType: string
  /** True if its name changes with its content, so that browsers may cache it forever. */
  isImmutable: boolean
  /** Hash of exactly these bytes, without quotes. */
  hash: string
  bytes: Buffer
  /** The same bytes compressed, as produced by the build. */
  compressed: Partial<Record<Encoding, Buffer>>
}

/** Files of the web interface by path, such as `/index.html`. */
export type WebFiles = ReadonlyMap<string, WebFile>

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Reads the build output of `services/web` from a directory once; request paths never reach the file system. Other
 * kinds of files, such as the build's own manifest, are skipped.
 * @returns an empty map if the directory does not exist: the interface was not built.
 */
export function readWebFiles(directory: string): WebFiles {
  if (!existsSync(directory)) return new Map()
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const served = names.filter((name) => extname(name) in contentTypes)
  return new Map(served.map((name) => [`/${name}`, readWebFile(directory, name, new Set(names))]))
}

function readWebFile(directory: string, name: string, names: ReadonlySet<string>): WebFile {
  const bytes = readFileSync(join(directory, name))
  const compressed: WebFile['compressed'] = {}
  for (const encoding of encodings) {
    const smaller = `${name}${endings[encoding]}`
    if (names.has(smaller)) compressed[encoding] = readFileSync(join(directory, smaller))
  }
  return {
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    isImmutable: name.startsWith('assets/'),
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
    bytes,
    compressed,
  }
}
