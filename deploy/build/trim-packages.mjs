import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What neither runs nor is built from: source maps, documents, and TypeScript that was compiled. */
const neverRead = /\.(?:map|mdx?|[cm]?tsx?)$/
/** Declarations, which checking types reads, and the terms that a package is used on. */
const kept = /\.d\.(?:[\w-]+\.)?[cm]?ts$|^(?:licen[cs]e|notice|copying)/i

/**
 * Whether a file of a package stays.
 * @param {string} name
 */
export function isKept(name) {
  return !neverRead.test(name) || kept.test(name)
}

/**
 * Removes from installed packages what no program reads: some 50 MB of what running needs. Links are left as they are, for
 * they lead to our own sources.
 * @param {string} folder
 */
export function trimPackages(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) trimPackages(path)
    else if (entry.isFile() && !isKept(entry.name)) rmSync(path)
  }
}
