import { pathOfUrl } from './join-path.js'

const schemes = ['http:', 'https:', 'webpack:', 'turbopack:', 'app:']
/** Uninformative directories, versions and hashes at the start, or a hash at the end. */
const meaningless =
  /^(?:\/|(?:(?:java)?scripts?|js|build|static|node_modules|bower_components|[_.~][^/]*|v?(?:\d+\.)*\d+|[a-f0-9]{7,8}|[a-f0-9]{32}|[a-f0-9]{40})\/)+|[-.][a-f0-9]{7,}$/gi
const hash = /^(?:[a-f0-9]{32}|[a-f0-9]{40})$/i

/**
 * Derives a file's module name: its path without host, extension and uninformative directories. Empty for paths that
 * are not URLs.
 */
export function moduleName(absPath: string): string {
  if (!schemes.some((scheme) => absPath.startsWith(scheme))) return ''
  const path = withoutExtension(pathOfUrl(absPath).split(/[#?]/, 1)[0] ?? '').replace(/\.min$/, '')
  const segments = path.split('/')
  const hashed = segments.findIndex((segment) => hash.test(segment))
  return hashed === -1 ? path.replaceAll(meaningless, '') : segments.slice(hashed + 1).join('/')
}

function withoutExtension(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') ? path.slice(0, dot) : path
}
