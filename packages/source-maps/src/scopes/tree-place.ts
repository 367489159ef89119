import type { AnyNode } from 'acorn'

/** A node of a syntax tree with its parent. */
export interface TreePlace {
  node: AnyNode
  /** The parent's field that holds it; empty for the root. */
  key: string
  parent: TreePlace | undefined
}
