import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

/**
 * Bundles programs like those that ship. Run from sources, code is slower: the loader wraps every function to keep its
 * name.
 * @param sources Paths from the root of the project; workers that the programs start are among them.
 * @returns the folder with a file per source.
 */
export async function bundlePrograms(name: string, sources: readonly string[]): Promise<string> {
  // Inside the project, where libraries are found.
  const folder = join(root, 'test', '.tmp', 'bench', name)
  await run(process.execPath, [join('test', 'bench', 'bundle.mjs'), folder, ...sources], { cwd: root })
  return folder
}
