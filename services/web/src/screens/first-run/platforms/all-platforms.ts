import { devicePlatforms } from './devices.js'
import { javascriptPlatforms } from './javascript.js'
import type { Platform, SnippetProject } from './platform.js'
import { protocolPlatforms } from './protocols.js'
import { serverPlatforms } from './servers.js'

/** Every platform that a project may be set up for, in the order of the page. */
export const allPlatforms: readonly Platform[] = [
  ...javascriptPlatforms,
  ...serverPlatforms,
  ...devicePlatforms,
  ...protocolPlatforms,
]

export function findPlatform(id: string | undefined): Platform | undefined {
  return allPlatforms.find((platform) => platform.id === id)
}

/** A project as snippets name it. A name that would need escaping in some language is left out of the greeting. */
export function toSnippetProject({ dsn, name }: { dsn: string; name: string }): SnippetProject {
  return { dsn, greeting: /^[\w .-]+$/.test(name) ? `hello from ${name}` : 'hello' }
}
