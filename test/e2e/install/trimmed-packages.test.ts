import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const script = `import { trimPackages } from '${root}deploy/build/trim-packages.mjs'; trimPackages(process.argv[1])`
const trimPackages = (folder: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, folder])

/** Bytes that `make run` installs and keeps, in millions; documented as 0.7 GB. */
const installedMegabytesMax = 720

/** Packages that are installed here and needed to run, by path. */
async function listRunningPackages(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>
  }
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(([path]) => join(root, path))
    .filter((path) => existsSync(path))
}

/** Files of a package, without the packages below it, which have their own entries. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const below = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  return [...files, ...(await Promise.all(below.map(({ name }) => listFiles(join(folder, name))))).flat()]
}

/** The files that stay after trimming. */
async function listKept(files: readonly string[]): Promise<string[]> {
  const filter = `import { isKept } from '${root}deploy/build/trim-packages.mjs'
    import { basename } from 'node:path'
    import { json } from 'node:stream/consumers'
    console.log(JSON.stringify((await json(process.stdin)).filter((file) => isKept(basename(file)))))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', filter], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(files))
  return (await json(child.stdout)) as string[]
}

describe('trimmed packages', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-trim-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const add = async (...paths: string[]) => {
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), '')
    }
  }

  it('lose files that no program reads, and retain code, declarations and licenses', async () => {
    await add('a/index.js.map', 'a/README.md', 'a/docs/use.mdx', '@b/c/src/index.ts', '@b/c/src/view.tsx')
    const kept = ['@b/c/index.mjs', 'a/LICENSE.md', 'a/font.d.css.ts', 'a/index.d.mts', 'a/index.js', 'a/package.json']
    await add(...kept)
    await trimPackages(folder)
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = left.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect(files.sort()).to.deep.equal(kept.map((path) => join(folder, path)))
  })

  it(`take at most ${installedMegabytesMax} MB`, async () => {
    const files = await listKept((await Promise.all((await listRunningPackages()).map(listFiles))).flat())
    expect(files).to.have.length.above(1_000)
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).to.be.below(installedMegabytesMax)
  })

  it('are not followed through links to sources', async () => {
    await add('packages/own/src/index.ts', 'node_modules/a/index.ts')
    await symlink('../packages/own', join(folder, 'node_modules/own'))
    await trimPackages(join(folder, 'node_modules'))
    expect(await readdir(join(folder, 'packages/own/src'))).to.deep.equal(['index.ts'])
    expect(await readdir(join(folder, 'node_modules/a'))).to.deep.equal([])
  })
})
