/** One node of the engine's own reading of a statement. */
export interface SyntaxNode {
  /** `Function`, `TableIdentifier`, … */
  kind: string
  /** What stands behind the kind: the name of a function, column or table; the text of a literal. */
  name: string
  children: readonly SyntaxNode[]
}

interface OpenNode extends SyntaxNode {
  children: OpenNode[]
}

const linePattern = /^( *)(\w+)(?: (.*?))??(?: \(alias \w+\))?(?: \(children \d+\))?$/s

/**
 * Reads what `EXPLAIN AST` answers: a node a line, indented by its depth.
 * @returns undefined when a line has another form.
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
