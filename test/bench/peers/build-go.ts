import { join } from 'node:path'
import { isThere, run } from '../../support/build-once.js'
import { newGo } from '../../support/go-tools.js'
import { homeOf, installOnce } from './install-once.js'

const buildTimeoutMs = 1_800_000

interface GoProgram {
  /** With its version. */
  name: string
  /** Packages with exact versions, which determine those of all others. */
  packages: readonly string[]
  /** A file or package with `main`. */
  main: string
}

/** The executable of a program built with `buildGoOnce`. */
export function goProgramOf(name: string): string {
  return join(homeOf(name), 'program')
}

/**
 * Builds a program of packages from the module proxy, which takes minutes, unless an earlier run did.
 * @returns whether it is available; prints the reason if not.
 */
export function buildGoOnce({ name, packages, main }: GoProgram): Promise<boolean> {
  return installOnce(name, 'Go 1.26 and a module proxy', async () => {
    if (!isThere(newGo)) throw new Error('go is not there or older')
    const go = (...args: string[]) => run('go', args, { cwd: homeOf(name), timeout: buildTimeoutMs })
    await go('mod', 'init', 'signalbox.example/peer')
    await go('get', ...packages)
    await go('build', '-o', goProgramOf(name), main)
  })
}
