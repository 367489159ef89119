import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

/** Returns its stderr, whatever the exit code. */
async function runSqliteBuild(checkout: string): Promise<string> {
  const env = { PATH: join(checkout, 'programs'), HOME: checkout, CI: 'true' }
  return run(process.execPath, ['deploy/build/sqlite.mjs'], { cwd: checkout, env }).then(
    () => 'it was compiled',
    (error: unknown) => (error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)),
  )
}

describe('an installation that has to compile SQLite', function () {
  before(function () {
    // Newer Node versions compile nothing.
    if (Number.parseInt(process.versions.node, 10) >= 22) this.skip()
  })

  let checkout: string
  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'signalbox-install-'))
    await cp(join(root, 'deploy/build'), join(checkout, 'deploy/build'), { recursive: true })
    await cp(join(root, 'node_modules/better-sqlite3'), join(checkout, 'node_modules/better-sqlite3'), {
      recursive: true,
      filter: (path) => !path.endsWith('better-sqlite3/build'),
    })
    // A compiled installation has lost them; the tested command exits before reading them.
    await mkdir(join(checkout, 'node_modules/better-sqlite3/deps'), { recursive: true })
    await cp(join(root, 'package.json'), join(checkout, 'package.json'))
    await mkdir(join(checkout, 'programs'))
    const programs = [process.execPath, join(dirname(process.execPath), 'npm'), '/bin/sh', '/usr/bin/env']
    for (const program of programs) await symlink(program, join(checkout, 'programs', program.split('/').pop() ?? ''))
  })
  afterEach(() => rm(checkout, { recursive: true, force: true }))

  it('reports what is missing and how to get it in one sentence, without compiler output', async () => {
    const told = await runSqliteBuild(checkout)
    expect(told).to.match(/^SQLite has to be compiled here and a C\+\+ compiler, make, python3 is missing: run .*\n$/)
    expect(told).to.include('`apt-get install -y build-essential python3` on Debian').and.to.include('on Alpine')
  })

  it("names the command for the system's package manager", async () => {
    await symlink('/bin/true', join(checkout, 'programs/apk'))
    expect(await runSqliteBuild(checkout)).to.match(/: run `apk add build-base python3` and start again\.\n$/)
  })

  it('explains what to do with a build for another Node version', async () => {
    await rm(join(checkout, 'node_modules/better-sqlite3/deps'), { recursive: true })
    const told = await runSqliteBuild(checkout)
    expect(told).to.match(/^SQLite cannot be loaded by Node .*, delete node_modules and start again\.\n$/)
  })

  it('explains what to do if headers cannot be downloaded', async () => {
    const script = `import { explainFailedCompile } from '${root}deploy/build/explain-failed-compile.mjs'
      console.log(explainFailedCompile('gyp ERR! getaddrinfo EAI_AGAIN nodejs.org', () => true))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(stdout).to.match(/^SQLite has to be compiled here and the Node headers cannot be fetched.*\n$/)
    expect(stdout).to.include('npm_config_nodedir')
  })
})
