import type { ContentEncoding } from '@signalbox/contracts'

const encodings = new Map<string, ContentEncoding>([
  ['', 'identity'],
  ['identity', 'identity'],
  // Old Android SDKs put the charset here.
  ['utf-8', 'identity'],
  ['utf8', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

/**
 * Parses a Content-Encoding header; absent or empty means `identity`.
 * @returns undefined for unsupported encodings (415).
 */
export function readContentEncoding(header: string | undefined): ContentEncoding | undefined {
  return header === undefined ? 'identity' : encodings.get(header.trim().toLowerCase())
}
