import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

interface Component {
  'bom-ref': string
  version: string
  purl?: string
  hashes?: { alg: string; content: string }[]
  licenses?: object[]
}

interface Bom {
  bomFormat: string
  metadata: { component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
const listWorkspaces = async () => {
  const parents = ['packages', 'services']
  return (
    await Promise.all(parents.map(async (parent) => (await readdir(parent)).map((name) => join(parent, name))))
  ).flat()
}
const isOwn = (ref: string) => ref.startsWith('@signalbox/')

describe('make sbom', () => {
  let bom: Bom
  let refs: Set<string>
  before(async () => {
    // Everything is installed, or no test would run.
    await promisify(execFile)('make', ['--old-file=install', 'sbom'])
    bom = JSON.parse(await readFile('sbom.cdx.json', 'utf8')) as Bom
    refs = new Set(bom.components.map((component) => component['bom-ref']))
  })

  it('lists every dependency of services and packages, in the installed version, with hash and license', async () => {
    expect([bom.bomFormat, bom.metadata.component.name]).to.deep.equal(['CycloneDX', 'signalbox'])
    const manifests = await Promise.all((await listWorkspaces()).map(readManifest))
    const pinned = manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies))
    const wanted = pinned.filter(([, version]) => /^\d/.test(version)).map(([name, version]) => `${name}@${version}`)
    expect(wanted.length).to.be.above(20)
    expect(wanted.filter((ref) => !refs.has(ref))).to.deep.equal([])
    const foreign = bom.components.filter((component) => !isOwn(component['bom-ref']))
    const vague = foreign.filter(({ purl, hashes = [], licenses = [] }) => !purl || !hashes.length || !licenses.length)
    expect(vague).to.deep.equal([])
  })

  it('lists their dependencies, and nothing that is not installed', () => {
    const named = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    const root = bom.dependencies.find(({ ref }) => !refs.has(ref))?.ref
    expect([...new Set(named)].filter((ref) => ref !== root && !refs.has(ref))).to.deep.equal([])
    const { dependsOn = [] } = bom.dependencies.find(({ ref }) => ref.startsWith('express@')) ?? {}
    expect(dependsOn.length).to.be.above(10)
  })

  it('lists no development tools', async () => {
    const { devDependencies = {} } = await readManifest('.')
    for (const tool of ['mocha', 'eslint', 'typescript']) {
      expect(devDependencies).to.have.property(tool)
      expect([...refs].filter((ref) => ref.startsWith(`${tool}@`))).to.deep.equal([])
    }
  })
})
