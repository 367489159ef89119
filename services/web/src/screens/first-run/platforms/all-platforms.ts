import { devicePlatforms } from './devices.js'
import { javascriptPlatforms } from './javascript.js'
import type { Platform, SnippetProject } from './platform.js'
import { protocolPlatforms } from './protocols.js'
import { serverPlatforms } from './servers.js'

/** All platforms for project setup, in display order. */
export const allPlatforms: readonly Platform[] = [
  ...javascriptPlatforms,
  ...serverPlatforms,
  ...devicePlatforms,
  ...protocolPlatforms,
]

export function findPlatform(id: string | undefined): Platform | undefined {
  return allPlatforms.find((platform) => platform.id === id)
}

/** A project for use in snippets. A name that would need escaping in some language is omitted from the greeting. */
export function toSnippetProject({ dsn, name }: { dsn: string; name: string }): SnippetProject {
  return { dsn, greeting: /^[\w .-]+$/.test(name) ? `hello from ${name}` : 'hello' }
}
