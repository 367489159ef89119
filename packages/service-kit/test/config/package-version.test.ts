import { expect } from 'chai'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readPackageVersion } from '../../src/config/package-version.js'

describe('readPackageVersion', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-version-'))
    await mkdir(join(folder, 'dist/some/room'), { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const urlOf = (path: string) => pathToFileURL(join(folder, path)).href

  it('reads the nearest manifest above a module, however deep the module lies', async () => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ version: '3.2.1' }))
    expect(readPackageVersion(urlOf('dist/main.js'))).to.equal('3.2.1')
    expect(readPackageVersion(urlOf('dist/some/room/module.js'))).to.equal('3.2.1')
  })

  it('returns `unknown` for a manifest without a version, a module outside of packages, and a single-file bundle', async () => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    expect(readPackageVersion(urlOf('dist/main.js'))).to.equal('unknown')
    expect(readPackageVersion('file:///nowhere/at/all.js')).to.equal('unknown')
    expect(readPackageVersion(undefined)).to.equal('unknown')
  })
})
