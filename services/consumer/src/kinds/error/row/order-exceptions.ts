import type { NormalException } from '@signalbox/sentry-events'

/** An exception as displayed among others. */
export interface ShownException {
  exception: NormalException
  /** Its relation to the one above it; empty for the main one. */
  label: string
  /** Number of groups that contain it. */
  depth: number
}

const depthMax = 8
/** How SDKs mark an exception as a member of another: `errors[1]`, `exceptions[0]`. */
const memberSource = /\[\d{1,9}\]$/

/**
 * Orders the exceptions of an event: the main one first, each followed by those that belong to it. Members of a group
 * are siblings, suppressed exceptions are labeled as such, and all others are causes.
 * @param exceptions Oldest first, the main one last.
 */
export function orderExceptions(exceptions: readonly NormalException[]): ShownException[] {
  const [main, ...others] = exceptions.toReversed()
  if (main === undefined) return []
  const tree = new ExceptionTree(main, others)
  tree.add(main, '', 0)
  // Without ids, or with invalid ones, exceptions form a chain.
  const rest = others.filter((one) => !tree.holds(one))
  return [...tree.shown, ...rest.map((exception) => ({ exception, label: labelOf(exception, undefined), depth: 0 }))]
}

class ExceptionTree {
  readonly shown: ShownException[] = []
  private readonly added = new Set<NormalException>()
  private readonly byParent: ReadonlyMap<number | undefined, NormalException[]>

  constructor(main: NormalException, others: readonly NormalException[]) {
    const hasIds = main.mechanism?.exceptionId !== undefined
    this.byParent = hasIds ? groupByParent(others) : new Map()
  }

  holds(exception: NormalException): boolean {
    return this.added.has(exception)
  }

  add(exception: NormalException, label: string, depth: number): void {
    if (this.added.has(exception)) return
    this.added.add(exception)
    this.shown.push({ exception, label, depth })
    const id = exception.mechanism?.exceptionId
    const children = id === undefined ? [] : (this.byParent.get(id) ?? [])
    for (const child of children) {
      const isInside = isMember(child, exception) || isSuppressed(child)
      this.add(child, labelOf(child, exception), isInside ? Math.min(depth + 1, depthMax) : depth)
    }
  }
}

/** In id order: SDKs send them in reverse. */
function groupByParent(exceptions: readonly NormalException[]): Map<number | undefined, NormalException[]> {
  const byParent = new Map<number | undefined, NormalException[]>()
  for (const one of exceptions) {
    const parent = one.mechanism?.parentId
    byParent.set(parent, [...(byParent.get(parent) ?? []), one])
  }
  const idOf = ({ mechanism }: NormalException) => mechanism?.exceptionId ?? 0
  for (const siblings of byParent.values()) siblings.sort((a, b) => idOf(a) - idOf(b))
  return byParent
}

function labelOf(exception: NormalException, parent: NormalException | undefined): string {
  if (isSuppressed(exception)) return 'Suppressed: '
  return parent !== undefined && isMember(exception, parent) ? 'Holds: ' : 'Caused by: '
}

function isSuppressed({ mechanism }: NormalException): boolean {
  return mechanism?.type === 'suppressed'
}

function isMember({ mechanism }: NormalException, { mechanism: parent }: NormalException): boolean {
  return parent?.isExceptionGroup === true && (mechanism?.source === '' || memberSource.test(mechanism?.source ?? ''))
}
