import type { ContentEncoding } from '@signalbox/contracts'

const encodings = new Map<string, ContentEncoding>([
  ['', 'identity'],
  ['identity', 'identity'],
  // Old Android SDKs name the charset here.
  ['utf-8', 'identity'],
  ['utf8', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

/**
 * Reads a Content-Encoding header as SDKs send it; an absent or empty one is `identity`.
 * @returns undefined for an encoding that is not supported (415).
 */
export function readContentEncoding(header: string | undefined): ContentEncoding | undefined {
  return header === undefined ? 'identity' : encodings.get(header.trim().toLowerCase())
}
