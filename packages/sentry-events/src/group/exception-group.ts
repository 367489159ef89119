import type { NormalException } from '../normal-event.js'

/** An exception in a group, with its hash. */
interface GroupLeaf {
  exception: NormalException
  /** The leaf's causes followed by the leaf itself. */
  path: NormalException[]
}

/** The tree described by `exception_id` and `parent_id`. */
export interface ExceptionGroup {
  root: NormalException
  leaves: GroupLeaf[]
}

interface Family {
  children: ReadonlyMap<number, readonly NormalException[]>
  visited: Set<NormalException>
}

/** True if an exception is marked as a group of others. */
export function hasGroup(exceptions: readonly NormalException[]): boolean {
  return exceptions.some(({ mechanism }) => mechanism?.isExceptionGroup === true)
}

/**
 * Reads an exception group.
 * @returns undefined if the exceptions are a plain chain: none is marked as a group, ids are missing, or no leaf is
 * reachable from the root.
 */
export function readExceptionGroup(exceptions: readonly NormalException[]): ExceptionGroup | undefined {
  if (!hasGroup(exceptions)) {
    return undefined
  }
  const root = exceptions.find(({ mechanism }) => mechanism?.exceptionId === 0) ?? exceptions.at(-1)
  const hasIds = exceptions.every(({ mechanism }) => mechanism?.exceptionId !== undefined)
  if (root === undefined || !hasIds) {
    return undefined
  }
  const family = { children: groupByParent(exceptions), visited: new Set([root]) }
  const isGroup = root.mechanism?.isExceptionGroup === true
  // An exception caused by a group represents itself and its first cause.
  const found = isGroup ? collectLeaves(root, family) : [root]
  const leaves = found.map((exception) => ({ exception, path: firstPath(exception, family) }))
  return leaves.length === 0 ? undefined : { root, leaves }
}

function groupByParent(exceptions: readonly NormalException[]): Map<number, NormalException[]> {
  const children = new Map<number, NormalException[]>()
  for (const exception of exceptions) {
    const parentId = exception.mechanism?.parentId
    if (parentId === undefined) continue
    const siblings = children.get(parentId)
    if (siblings) siblings.push(exception)
    else children.set(parentId, [exception])
  }
  return children
}

/** Flattens nested groups. Depth is bounded by `limits.event.exceptionsMax`. */
function collectLeaves(group: NormalException, family: Family): NormalException[] {
  return childrenOf(group, family).flatMap((child) => {
    if (family.visited.has(child)) return []
    family.visited.add(child)
    return child.mechanism?.isExceptionGroup === true ? collectLeaves(child, family) : [child]
  })
}

function firstPath(leaf: NormalException, family: Family): NormalException[] {
  const path: NormalException[] = []
  let next: NormalException | undefined = leaf
  while (next !== undefined && !path.includes(next)) {
    path.unshift(next)
    next = childrenOf(next, family)[0]
  }
  return path
}

function childrenOf({ mechanism }: NormalException, { children }: Family): readonly NormalException[] {
  return mechanism?.exceptionId === undefined ? [] : (children.get(mechanism.exceptionId) ?? [])
}
