import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { unbundled } from './bundle-programs.mjs'
import { packFolder, runScript, runStep } from './progress.mjs'
import { workspaces } from './workspaces.mjs'

// Makes one package of what was compiled, server and command line, that `npx signalbox` runs anywhere. It has the folders of the
// project, so that every program stands where it stands here; `npm install` in it brings what is not bundled.

const directory = 'dist'
const target = join(directory, 'package')
/** The note of what was compiled, and what is packed by itself. */
const isOwnWork = (path) => ['.compiled', 'artifact'].includes(basename(path))
/** The agent is delivered as one file of its own. */
const leftOut = new Set([join('services', 'cluster-agent'), join('services', 'web')])

const copied = [
  join('services', 'cli', 'bin'),
  // The command line reads its version there.
  join('services', 'cli', 'package.json'),
  join('clickhouse', 'migrations'),
  'README.md',
  'CHANGELOG.md',
]

await runScript(() => runStep('Packing', makePackage))

async function makePackage() {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const folders = workspaces().filter((folder) => !leftOut.has(folder))
  await Promise.all(folders.map(copyPrograms))
  for (const path of copied) {
    await cp(path, join(target, path), { recursive: true })
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(await createManifest(), null, 2)}\n`)
  // By its name alone npm would take it for a repository.
  console.log(join(directory, await packFolder(`./${target}`, directory)))
}

/** Services have their programs, packages the workers that a program starts. */
async function copyPrograms(folder) {
  const from = join(folder, 'dist')
  const names = await readdir(from)
  const isLibrary = names.includes('index.js')
  if (isLibrary || names.length === 0) return
  await cp(from, join(target, from), { recursive: true, filter: (path) => !isOwnWork(path) })
}

async function createManifest() {
  const own = await readManifest('.')
  const { version, type, license, description, engines } = own
  return {
    name: 'signalbox',
    version,
    type,
    license,
    description,
    bin: { signalbox: 'services/cli/bin/signalbox.js' },
    engines,
    ...(await readUnbundled()),
  }
}

/** What is not bundled, as the packages that use it ask for it. */
async function readUnbundled() {
  const manifests = await Promise.all(workspaces().map(readManifest))
  const merge = (kind) => {
    const versions = Object.entries(Object.assign({}, ...manifests.map((manifest) => manifest[kind])))
    return Object.fromEntries(versions.filter(([name]) => unbundled.includes(name)))
  }
  return { dependencies: merge('dependencies'), optionalDependencies: merge('optionalDependencies') }
}

async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
