import type { NormalException } from '@signalbox/sentry-events'

/** An exception as it is shown beside others. */
export interface ShownException {
  exception: NormalException
  /** What it is to the one above it; empty for the main one. */
  label: string
  /** How many groups it is in. */
  depth: number
}

const depthMax = 8
/** How SDKs say that an exception is one of those that another holds: `errors[1]`, `exceptions[0]`. */
const memberSource = /\[\d{1,9}\]$/

/**
 * The exceptions of an event, the main one first, each followed by what belongs to it: members of a group stand beside
 * each other, suppressed exceptions are called so, all others are causes.
 * @param exceptions oldest first, the main one last.
 */
export function orderExceptions(exceptions: readonly NormalException[]): ShownException[] {
  const [main, ...others] = exceptions.toReversed()
  if (main === undefined) return []
  const tree = new ExceptionTree(main, others)
  tree.add(main, '', 0)
  // Without ids, or with wrong ones, exceptions are a plain chain.
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

/** In the order of their ids: SDKs send them in the opposite one. */
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
