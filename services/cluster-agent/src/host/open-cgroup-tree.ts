import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { createCgroupV1 } from './cgroup-v1.js'
import { createCgroupV2 } from './cgroup-v2.js'
import type { CgroupTree } from './cgroup-usage.js'

/**
 * The groups of this machine, in the layout that it has: version 2 when the root itself has controllers, else version 1,
 * also where the kernel offers both and the controllers are in the older one.
 * @param root Usually /sys/fs/cgroup.
 * @returns undefined when there is neither.
 */
export async function openCgroupTree(root: string): Promise<CgroupTree | undefined> {
  if (await exists(join(root, 'cgroup.controllers'))) return createCgroupV2(root)
  return (await exists(join(root, 'memory'))) ? createCgroupV1(root) : undefined
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
