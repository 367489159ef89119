import type { FrameFinding } from '@signalbox/contracts'
import { pathOfUrl } from '@signalbox/source-maps'

/** What a command is made of. */
export interface CommandPlace {
  publicUrl: string
  /** As sentry-cli is told them. */
  organization: string
  project: string
  /** Of the event; empty when it has none. */
  release: string
  dist: string
  /** Of the frame. */
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

/** The command that fixes what was found; `dist` stands for the folder of the build. @returns null when none does. */
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

/** The URL of the folder that a file lies in, on any host. */
function folderOf(path: string): string {
  const folder = pathOfUrl(path).split(/[?#]/, 1)[0] ?? ''
  return `~${folder.slice(0, folder.lastIndexOf('/'))}`
}

/** For a shell, where it is not plain. */
function quoteWord(word: string): string {
  return /^[\w./:@+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
