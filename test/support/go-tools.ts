import { chmod, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isThere, run } from './build-once.js'
import type { Tools } from './sdk-program.js'

/** What the programs in Go are built with where the machine's own is older; what their modules ask for is at most this. */
const version = '1.26.8'

/** Any Go will do, such as Debian's: it fetches a newer one. */
export const goTools: Tools = { toolchain: [{ command: 'go', args: ['version'] }], isInDebian: true }

/** Go that needs no other: what takes minutes to build is recorded elsewhere. */
export const newGo = { command: 'go', args: ['version'], atLeast: [1, 26] } satisfies Tools['toolchain'][number]

/** Whether programs in Go are to be built here: without any Go only continuous integration tries, and fails. */
export function canBuildGo(): boolean {
  return process.env['CI'] === 'true' || goTools.toolchain.every(isThere)
}

/** Builds the program that a directory holds. @param into The file that it becomes. */
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
 * The machine's own where it is new enough. Else the toolchain that the module proxy has, kept among the modules: Go
 * takes it by itself from 1.21 on unless it is told not to, and older ones do not know of it.
 */
async function findGo(): Promise<FoundGo> {
  if (isThere(newGo)) return { command: 'go', env: process.env }
  const { stdout: platform } = await run('go', ['env', 'GOHOSTOS', 'GOHOSTARCH'])
  const module = `golang.org/toolchain@v0.0.1-go${version}.${platform.trim().replace('\n', '-')}`
  // Away from any module, whose list of versions would have to name it.
  const { stdout } = await run('go', ['mod', 'download', '-json', module], { cwd: tmpdir() })
  const { Dir: root } = JSON.parse(stdout) as { Dir: string }
  const tools = join(root, 'pkg', 'tool')
  const directories = [join(root, 'bin'), ...(await readdir(tools)).map((name) => join(tools, name))]
  for (const directory of directories) {
    // Modules hold no programs, so that nothing in them can be run at first.
    for (const name of await readdir(directory)) await chmod(join(directory, name), 0o555)
  }
  return { command: join(root, 'bin', 'go'), env: { ...process.env, GOROOT: root, GOTOOLCHAIN: 'local' } }
}
