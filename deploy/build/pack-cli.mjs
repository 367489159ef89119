import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { programFormat } from './bundle-programs.mjs'
import { packFolder, runScript, runStep } from './progress.mjs'

// Packs the command line, bundled with all that it imports, as one package that npm installs anywhere without fetching
// anything else. Commands that work on a data directory need the installation itself and say so.

const source = join('services', 'cli')
const artifact = join(source, 'dist', 'artifact', 'signalbox-cli.tgz')

await runScript(() => runStep('Packing the command line', pack))

async function pack() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-cli-'))
  try {
    await cp(join(source, 'bin'), join(folder, 'bin'), { recursive: true })
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(await createManifest(), null, 2)}\n`)
    const entryPoints = [join(source, 'src', 'main.ts')]
    await build({ ...programFormat, entryPoints, outdir: join(folder, 'dist'), chunkNames: '[name]-[hash]' })
    await mkdir(join(artifact, '..'), { recursive: true })
    await cp(join(folder, await packFolder(folder, folder)), `${artifact}.partial`)
    await rename(`${artifact}.partial`, artifact)
    console.log(artifact)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function createManifest() {
  const { version, description, type, bin } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const { license, engines } = JSON.parse(await readFile('package.json', 'utf8'))
  return { name: 'signalbox-cli', version, description, license, type, engines, bin }
}
