import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { runScript, runStep } from './progress.mjs'
import { workspaces } from './workspaces.mjs'

// Compiles the sources of every package and service that Node runs into its `dist`, file by file. Types are not checked
// here: `make types` does that.

/** Built from other sources: what browsers are sent, and the agent as one file. */
const kept = new Set(['web', 'artifact'])

await runScript(() => runStep('Compiling the sources', compileAll))

async function compileAll() {
  const folders = workspaces().filter((folder) => folder !== join('services', 'web'))
  await Promise.all(folders.map(compileFolder))
  writeFileSync('services/signalbox/dist/.compiled', '')
}

async function compileFolder(folder) {
  const source = join(folder, 'src')
  const target = join(folder, 'dist')
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(target)) {
    if (!kept.has(name)) rmSync(join(target, name), { recursive: true })
  }
  await build({
    entryPoints: listSources(source),
    outbase: source,
    outdir: target,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
}

function listSources(directory) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(directory, name))
}
