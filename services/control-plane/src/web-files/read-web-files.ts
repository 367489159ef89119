import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** How a file may be sent smaller than it is, the best first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** A file of the web interface, ready to be sent. */
export interface WebFile {
  contentType: string
  /** Whether its name changes with its content, so that browsers may keep it for good. */
  isImmutable: boolean
  /** Of exactly these bytes, without quotes. */
  hash: string
  bytes: Buffer
  /** The same bytes compressed, as the build made them. */
  compressed: Partial<Record<Encoding, Buffer>>
}

/** The files of the web interface by their paths, such as `/index.html`. */
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
 * Reads what the build of `services/web` left in a directory, all of it once: other names are never looked up on the
 * disk. Files of other kinds, such as the build's own manifest, are left out.
 * @returns Nothing when there is no such directory: the interface was not built.
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
