import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { createCgroupV1 } from './cgroup-v1.js'
import { createCgroupV2 } from './cgroup-v2.js'
import type { CgroupTree } from './cgroup-usage.js'

/**
 * Opens the cgroup tree in the machine's layout: version 2 if its root has controllers, otherwise version 1, also if
 * the kernel offers both and the controllers are in version 1.
 * @param root usually /sys/fs/cgroup.
 * @returns undefined if there is neither.
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
