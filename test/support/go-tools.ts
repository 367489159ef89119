import { chmod, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isThere, run } from './build-once.js'
import type { Tools } from './sdk-program.js'

/** Toolchain for the Go programs if the machine's is older; their modules require at most this version. */
const version = '1.26.8'

/** Any Go works, such as Debian's: it fetches a newer one. */
export const goTools: Tools = { toolchain: [{ command: 'go', args: ['version'] }], isInDebian: true }

/** A Go that needs no other toolchain: recordings replace programs that take minutes to build. */
export const newGo = { command: 'go', args: ['version'], atLeast: [1, 26] } satisfies Tools['toolchain'][number]

/** True if Go programs should be built here. Without Go, only CI tries, and fails. */
export function canBuildGo(): boolean {
  return process.env['CI'] === 'true' || goTools.toolchain.every(isThere)
}

/**
 * Builds the program in a directory.
 * @param into path of the executable.
 */
export async function buildGo(directory: string, into: string): Promise<void> {
  const { command, env } = await (found ??= findGo())
  await run(command, ['build', '-C', directory, '-o', into, '.'], { env, timeout: 600_000 })
}

interface FoundGo {
  command: string
  env: NodeJS.ProcessEnv
}

let found: Promise<FoundGo> | undefined

/**
 * The machine's Go if it is new enough. Otherwise the toolchain from the module proxy, stored with the modules: Go 1.21
 * and later use it automatically unless configured not to, and older versions do not know it.
 */
async function findGo(): Promise<FoundGo> {
  if (isThere(newGo)) return { command: 'go', env: process.env }
  const { stdout: platform } = await run('go', ['env', 'GOHOSTOS', 'GOHOSTARCH'])
  const module = `golang.org/toolchain@v0.0.1-go${version}.${platform.trim().replace('\n', '-')}`
  // Outside any module, whose go.mod would have to list the version.
  const { stdout } = await run('go', ['mod', 'download', '-json', module], { cwd: tmpdir() })
  const { Dir: root } = JSON.parse(stdout) as { Dir: string }
  const tools = join(root, 'pkg', 'tool')
  const directories = [join(root, 'bin'), ...(await readdir(tools)).map((name) => join(tools, name))]
  for (const directory of directories) {
    // Files in the module cache are not executable.
    for (const name of await readdir(directory)) await chmod(join(directory, name), 0o555)
  }
  return { command: join(root, 'bin', 'go'), env: { ...process.env, GOROOT: root, GOTOOLCHAIN: 'local' } }
}
