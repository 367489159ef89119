/** Unique key of a node across clusters, whatever characters the names contain. */
export function nodeKey(cluster: string, node: string): string {
  return JSON.stringify([cluster, node])
}

interface NamedNode {
  cluster: string
  node: string
}

/** Names nodes in a response: the bare name if it is unique, otherwise `cluster/node`. */
export function createNodeNaming(nodes: readonly NamedNode[]): (node: NamedNode) => string {
  const counts = new Map<string, number>()
  for (const { node } of nodes) counts.set(node, (counts.get(node) ?? 0) + 1)
  return ({ cluster, node }) => ((counts.get(node) ?? 0) > 1 ? `${cluster}/${node}` : node)
}
