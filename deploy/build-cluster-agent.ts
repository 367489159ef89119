import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

// Builds the agent for clusters and hosts as one file for Node, and with --executable as one program that needs no Node.

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const directory = join(root, 'services/cluster-agent/dist/artifact')
const bundle = join(directory, 'cluster-agent.cjs')
const executable = join(directory, 'signalbox-cluster-agent')
/** What a Node program with a script in it is marked by; the documentation of Node gives the value. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

await mkdir(directory, { recursive: true })
await build({
  entryPoints: [join(root, 'services/cluster-agent/src/main.ts')],
  outfile: bundle,
  bundle: true,
  minifySyntax: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  conditions: ['@signalbox/source'],
  // For files of packages that the agent has no use for.
  define: { 'import.meta.url': 'undefined' },
  logLevel: 'warning',
})
console.log(bundle)
if (process.argv.includes('--executable')) {
  await buildExecutable()
  console.log(executable)
}

async function buildExecutable(): Promise<void> {
  const settings = join(directory, 'executable.json')
  const blob = join(directory, 'executable.blob')
  await writeFile(settings, JSON.stringify({ main: bundle, output: blob, disableExperimentalSEAWarning: true }))
  await run(process.execPath, ['--experimental-sea-config', settings])
  await rm(executable, { force: true })
  await copyFile(process.execPath, executable)
  const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js')
  await run(process.execPath, [postject, executable, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse])
  await chmod(executable, 0o755)
  await Promise.all([settings, blob].map((path) => rm(path)))
}
