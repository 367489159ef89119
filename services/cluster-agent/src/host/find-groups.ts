import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A group of processes that is worth a sample of its own. */
export interface Group {
  /** Relative to the root of the tree. */
  path: string
  /** Id of a container; empty for a unit of systemd. */
  containerId: string
  /** What to call it while no container engine tells its name. */
  name: string
  /** The engine or the folder it belongs to. */
  family: string
}

const depthMax = 8
/** Folders that are looked into. */
const foldersMax = 2_000
/** Groups that are measured; further ones are left out. */
const groupsMax = 500
const containerName = /^(?:(.+?)-)?([0-9a-f]{32,64})(?:\.scope)?$/
const families: Readonly<Record<string, string>> = {
  'cri-containerd': 'containerd',
  nerdctl: 'containerd',
  libpod: 'podman',
}

/**
 * Containers, known by the id in the name of their group, and services of systemd. Pods of Kubernetes are left out: an
 * agent of their cluster measures them.
 */
export async function findGroups(root: string): Promise<Group[]> {
  const groups: Group[] = []
  const waiting = ['']
  for (let looked = 0; waiting.length > 0 && looked < foldersMax && groups.length < groupsMax; looked += 1) {
    const parent = waiting.shift() ?? ''
    for (const name of await listFolders(join(root, parent))) {
      const path = join(parent, name)
      const group = recognize(path, name, parent)
      if (group !== undefined) groups.push(group)
      else if (!isOthers(name) && path.split('/').length < depthMax) waiting.push(path)
    }
  }
  return groups.slice(0, groupsMax)
}

// Pods, and the helpers that some engines run beside each container, whose groups bear its id as well.
function isOthers(name: string): boolean {
  return name.startsWith('kubepods') || isHelper(name)
}

function isHelper(name: string): boolean {
  return name.includes('conmon-')
}

async function listFolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

function recognize(path: string, name: string, parent: string): Group | undefined {
  const container = isHelper(name) ? null : containerName.exec(name)
  if (container) {
    const [, prefix, containerId = ''] = container
    const folder = parent.split('/').at(-1) ?? ''
    const family = prefix === undefined ? folder : (families[prefix] ?? prefix)
    return { path, containerId, name: containerId.slice(0, 12), family: family === '' ? 'containers' : family }
  }
  const isUnit = parent === 'system.slice' && name.endsWith('.service')
  return isUnit ? { path, containerId: '', name, family: 'systemd' } : undefined
}
