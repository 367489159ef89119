import type { FrameFinding } from '@signalbox/contracts'
import { pathOfUrl } from '@signalbox/source-maps'

/** The parts of a command. */
export interface CommandPlace {
  publicUrl: string
  /** As passed to sentry-cli. */
  organization: string
  project: string
  /** Release of the event; empty if it has none. */
  release: string
  dist: string
  /** Path in the frame. */
  path: string
}

const injecting = new Set<FrameFinding>(['no_release_or_debug_id', 'debug_id_not_uploaded'])
const uploading = new Set<FrameFinding>([
  'wrong_release',
  'wrong_dist',
  'wrong_path',
  'not_uploaded',
  'map_missing',
  'map_malformed',
  'sources_content_missing',
  'invalid_location',
])

/**
 * Returns a command that fixes the finding; `dist` stands for the build directory. @returns null if no command does.
 */
export function suggestCommand(finding: FrameFinding, place: CommandPlace): string | null {
  if (injecting.has(finding)) return `sentry-cli sourcemaps inject dist && ${uploadCommand(place, [])}`
  if (!uploading.has(finding)) return null
  const release = place.release === '' ? [] : ['--release', place.release]
  const dist = place.dist === '' || place.release === '' ? [] : ['--dist', place.dist]
  const prefix = finding === 'wrong_path' || finding === 'not_uploaded' ? ['--url-prefix', folderOf(place.path)] : []
  return uploadCommand(place, [...release, ...dist, ...prefix])
}

function uploadCommand({ publicUrl, organization, project }: CommandPlace, options: readonly string[]): string {
  const words = ['sentry-cli', '--url', publicUrl, 'sourcemaps', 'upload', '--org', organization, '--project', project]
  return [...words, ...options, 'dist'].map(quoteWord).join(' ')
}

/** The URL of a file's directory, for any host. */
function folderOf(path: string): string {
  const folder = pathOfUrl(path).split(/[?#]/, 1)[0] ?? ''
  return `~${folder.slice(0, folder.lastIndexOf('/'))}`
}

/** Quotes a word for the shell if necessary. */
function quoteWord(word: string): string {
  return /^[\w./:@+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
