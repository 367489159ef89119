import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file that browsers are sent as it is. */
export interface PageFile {
  contentType: string
  /** Strong validator of exactly these bytes. */
  etag: string
  bytes: Buffer
}

const directory = new URL('../../pages/', import.meta.url)

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Everything that pages load. Other names are never looked up on the disk. */
export const pageAssetNames = [
  'api.js',
  'elements.js',
  'forms.js',
  'home.js',
  'icon.svg',
  'invitation.js',
  'issue.js',
  'main.js',
  'page.css',
  'session-events.js',
  'session-report.js',
  'session-step.js',
  'session.js',
  'sign-in.js',
] as const

/** Reads a file of the pages. @throws Error when it is missing: the installation is not complete. */
export function readPageFile(name: (typeof pageAssetNames)[number] | 'page.html'): PageFile {
  const bytes = readFileSync(new URL(name, directory))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  return { contentType: contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream', etag, bytes }
}
