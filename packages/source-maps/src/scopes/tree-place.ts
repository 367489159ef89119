import type { AnyNode } from 'acorn'

/** A node of a syntax tree and how it hangs there. */
export interface TreePlace {
  node: AnyNode
  /** Field of the parent that holds it; empty for the root. */
  key: string
  parent: TreePlace | undefined
}
