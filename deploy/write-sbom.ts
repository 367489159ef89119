import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

// Writes what a running installation consists of. `npm sbom --omit dev` leaves out whatever the tests need as well, though programs
// need it too: all is asked for, and what the lock file says is for development alone is left out.

interface Component {
  'bom-ref': string
  name: string
}

interface Bom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Lock {
  packages: Record<string, { name?: string; version?: string; dev?: boolean }>
}

const target = 'sbom.cdx.json'

const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
  maxBuffer: 64 * 1024 * 1024,
})
const bom = JSON.parse(stdout) as Bom
const needed = neededRefs(JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock)
const { component } = bom.metadata
const isKept = (ref: string) => ref === component['bom-ref'] || needed.has(ref)
const result = {
  ...bom,
  // npm names it as the folder is called.
  metadata: { ...bom.metadata, component: { ...component, name: 'signalbox' } },
  components: bom.components.filter((one) => isKept(one['bom-ref'])),
  dependencies: bom.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
}
await writeFile(target, `${JSON.stringify(result, null, 2)}\n`)
console.log(`${target}: ${result.components.length} packages`)

/** Packages that are in some place not for development alone, as npm refers to them. */
function neededRefs({ packages }: Lock): Set<string> {
  const installed = Object.entries(packages).filter(([, { dev, version }]) => dev !== true && version !== undefined)
  return new Set(
    installed.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
  )
}
