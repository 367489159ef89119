import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Fails if a control-plane room imports from a room that ARCHITECTURE.md lists below it, or is not listed there. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, 'services/control-plane/src')

const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const section = /^## Rooms of the control plane$([\s\S]*?)^## /m.exec(document)?.[1] ?? ''
const rooms = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1] ?? '')

const roomOf = (file: string) => relative(source, file).split(sep)[0] ?? ''

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(directory, file))
}

function findForbiddenImports(file: string): string[] {
  const imports = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map((match) => match[1] ?? '')
  const own = rooms.indexOf(roomOf(file))
  return imports
    .map((specifier) => roomOf(join(dirname(file), specifier)))
    .filter((room) => rooms.indexOf(room) > own || !(rooms.includes(room) || room.endsWith('.js')))
    .map((room) => `${relative(root, file)} imports from ${room}, which is not above its own room in ARCHITECTURE.md`)
}

const found = readdirSync(source, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
const faults = [
  ...found.filter((room) => !rooms.includes(room)).map((room) => `ARCHITECTURE.md does not list the room ${room}`),
  ...rooms
    .filter((room) => !existsSync(join(source, room)))
    .map((room) => `ARCHITECTURE.md lists the room ${room}, which does not exist`),
  ...found.flatMap((room) => listFiles(join(source, room)).flatMap(findForbiddenImports)),
]
for (const fault of faults) console.error(fault)
console.log(`${rooms.length} rooms of the control plane checked, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
