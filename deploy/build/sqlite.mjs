import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { explainFailedCompile } from './explain-failed-compile.mjs'
import { StepFailed, runQuietly, runScript, runStep } from './progress.mjs'

// Makes SQLite loadable on the running version of Node: fetches a ready-made build, or compiles one where there is none.
// From Node 22 on the package brings its builds along, and the version for Node 20 is left as it is.

const require = createRequire(import.meta.url)
const folder = 'node_modules/better-sqlite3'
/** SQLite's own sources, most of the package; without them nothing is compiled again. */
const sources = join(folder, 'deps')
/** Of a compile, as large again. */
const leftovers = ['obj', 'obj.target', 'sqlite3.a', '.deps'].map((name) => join(folder, 'build/Release', name))
const usesOldVersion = Number.parseInt(process.versions.node, 10) < 22

await runScript(async () => {
  if (canLoad()) return
  if (!usesOldVersion || !existsSync(sources)) throw new StepFailed(explainMissingBuild())
  await runStep('Compiling SQLite, unless a prebuilt binary is available', compile)
})

function canLoad() {
  try {
    const Database = require(usesOldVersion ? 'better-sqlite3' : 'better-sqlite3-13')
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}

async function compile() {
  // SQLite advises -O2; the -O3 of the package takes longer to compile.
  const env = { JOBS: 'max', CFLAGS: '-O2', CXXFLAGS: '-O2', ...ownHeaders(), ...process.env }
  const { ok, output } = await runQuietly('npm', ['rebuild', 'better-sqlite3', '--ignore-scripts=false'], { env })
  if (!ok) throw new StepFailed(explainFailedCompile(output))
  for (const path of [...leftovers, sources]) rmSync(path, { recursive: true, force: true })
}

/** Archives of Node bring its headers along; the compiler would fetch them from nodejs.org otherwise. */
function ownHeaders() {
  const prefix = dirname(dirname(process.execPath))
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {}
}

function explainMissingBuild() {
  return (
    `SQLite cannot be loaded by Node ${process.versions.node} on ${process.platform} ${process.arch}. When another` +
    ' version of Node installed the dependencies, delete node_modules and start again.'
  )
}
