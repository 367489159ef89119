import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** @returns Paths of all packages and services, from the root of the project. */
export function workspaces() {
  return ['packages', 'services'].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name)),
  )
}
