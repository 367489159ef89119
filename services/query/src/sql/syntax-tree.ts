/** A node of the engine's syntax tree. */
export interface SyntaxNode {
  /** `Function`, `TableIdentifier`, … */
  kind: string
  /** Text after the kind: the name of a function, column or table; the text of a literal. */
  name: string
  children: readonly SyntaxNode[]
}

interface OpenNode extends SyntaxNode {
  children: OpenNode[]
}

const linePattern = /^( *)(\w+)(?: (.*?))??(?: \(alias \w+\))?(?: \(children \d+\))?$/s

/**
 * Parses the result of `EXPLAIN AST`: one node per line, indented by depth.
 * @returns undefined if a line has a different form.
 */
export function readSyntaxTree(lines: readonly string[]): SyntaxNode | undefined {
  const root: OpenNode = { kind: 'Root', name: '', children: [] }
  const path: OpenNode[] = [root]
  for (const line of lines) {
    const [, indent = '', kind = '', name = ''] = linePattern.exec(line) ?? []
    const parent = path[indent.length]
    if (kind === '' || parent === undefined) return undefined
    const node: OpenNode = { kind, name, children: [] }
    parent.children.push(node)
    path.splice(indent.length + 1, Infinity, node)
  }
  return root
}
