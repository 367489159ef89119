import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A cgroup that gets its own sample. */
export interface Group {
  /** Relative to the tree's root. */
  path: string
  /** Container id; empty for a systemd unit. */
  containerId: string
  /** Name to use until a container engine provides one. */
  name: string
  /** The engine or folder it belongs to. */
  family: string
}

const depthMax = 8
/** Maximum number of folders searched. */
const foldersMax = 2_000
/** Maximum number of cgroups measured; others are skipped. */
const groupsMax = 500
const containerName = /^(?:(.+?)-)?([0-9a-f]{32,64})(?:\.scope)?$/
const families: Readonly<Record<string, string>> = {
  'cri-containerd': 'containerd',
  nerdctl: 'containerd',
  libpod: 'podman',
}

/**
 * Finds containers, by the id in their cgroup's name, and systemd services. Kubernetes pods are skipped: their
 * cluster's agent measures them.
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
      else if (!isForeign(name) && path.split('/').length < depthMax) waiting.push(path)
    }
  }
  return groups.slice(0, groupsMax)
}

// Pods, and helpers that some engines run next to each container, whose cgroup names contain its id too.
function isForeign(name: string): boolean {
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
