import { existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { explainFailedInstall } from './explain-failed-install.mjs'
import { StepFailed, runQuietly, runScript, runStep } from './progress.mjs'
import { trimPackages } from './trim-packages.mjs'
import { workspaces } from './workspaces.mjs'

// Installs dependencies when a manifest changed: `node deploy/build/install.mjs running|development`. Running needs little more than half of what
// development does; the rest is added when it is first asked for. No scripts of packages are run: the one that matters
// compiles SQLite, which `deploy/build/sqlite.mjs` does while the sources are compiled.

const installed = 'node_modules/.package-lock.json'
/** There only when everything was installed. */
const developmentMarker = 'node_modules/typescript/package.json'
const nodeOldest = '20.19'

const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
/** Some 20 s of pauses between attempts; npm's own are more than a minute, in which it says nothing. */
const retryFlags = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-factor=4']

await runScript(async () => {
  checkNode()
  const hasAll = existsSync(developmentMarker)
  // Whoever has the tools of development keeps them.
  const wantsAll = hasAll || process.argv[2] === 'development'
  if (!isCurrent()) {
    await (wantsAll
      ? runStep('Installing all development dependencies, 1.4 GB', () => runNpm(['ci']))
      : runStep('Installing runtime dependencies, 0.7 GB', installForRunning))
  } else if (wantsAll && !hasAll) {
    await runStep('Installing development dependencies, 0.6 GB', () =>
      runNpm(['install', '--no-save', '--include=dev']),
    )
  }
})

async function installForRunning() {
  await runNpm(['ci', '--omit=dev'])
  trimPackages('node_modules')
}

function checkNode() {
  const order = process.versions.node.localeCompare(nodeOldest, 'en', { numeric: true })
  if (order < 0) throw new StepFailed(`Signalbox needs Node ${nodeOldest} or newer, and this is ${process.version}.`)
}

/** Whether what is installed is newer than every manifest. */
function isCurrent() {
  if (!existsSync(installed)) return false
  const manifests = ['package.json', 'package-lock.json', ...workspaces().map((path) => join(path, 'package.json'))]
  const { mtimeMs } = statSync(installed)
  return manifests.every((path) => statSync(path).mtimeMs <= mtimeMs)
}

/** @param {readonly string[]} args */
async function runNpm(args) {
  const { ok, output } = await runQuietly('npm', [...args, ...npmFlags, ...retryFlags])
  if (!ok) throw new StepFailed(explainFailedInstall(output))
  const now = new Date()
  utimesSync(installed, now, now)
}
