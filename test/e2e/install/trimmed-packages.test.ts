import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const script = `import { trimPackages } from '${root}deploy/build/trim-packages.mjs'; trimPackages(process.argv[1])`
const trimPackages = (folder: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, folder])

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

  it('are not followed through links to sources', async () => {
    await add('packages/own/src/index.ts', 'node_modules/a/index.ts')
    await symlink('../packages/own', join(folder, 'node_modules/own'))
    await trimPackages(join(folder, 'node_modules'))
    expect(await readdir(join(folder, 'packages/own/src'))).to.deep.equal(['index.ts'])
    expect(await readdir(join(folder, 'node_modules/a'))).to.deep.equal([])
  })
})
