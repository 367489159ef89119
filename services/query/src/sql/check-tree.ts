import { sqlTables } from '@signalbox/contracts'
import { allowedFunctions } from './allowed-words.js'
import { tableFault } from './check-tokens.js'
import type { SyntaxNode } from './syntax-tree.js'

/** Kinds of syntax nodes in telemetry queries. */
const allowedKinds: ReadonlySet<string> = new Set([
  'SelectWithUnionQuery',
  'SelectQuery',
  'Subquery',
  'ExpressionList',
  'Identifier',
  'Literal',
  'Function',
  'Asterisk',
  'QualifiedAsterisk',
  'TablesInSelectQuery',
  'TablesInSelectQueryElement',
  'TableExpression',
  'TableIdentifier',
  'TableJoin',
  'ArrayJoin',
  'OrderByElement',
  'WindowDefinition',
])
/** What the engine reads if a statement names no table: a single dummy row. */
const noTable = 'system.one'
const visibleTables: ReadonlySet<string> = new Set([...sqlTables, noTable])
const membershipFunctions: ReadonlySet<string> = new Set(['in', 'notin'])

/**
 * The second check of a statement, on the engine's own syntax tree: the tables it names, wherever tables can be named,
 * and the functions it calls.
 * @returns The fault; undefined if there is none.
 */
export function findTreeFault(node: SyntaxNode): string | undefined {
  return findNodeFault(node) ?? node.children.map((child) => findChildFault(child)).find(Boolean)
}

function findChildFault(node: SyntaxNode): string | undefined {
  return allowedKinds.has(node.kind) ? findTreeFault(node) : `must not use ${node.kind}`
}

function findNodeFault({ kind, name, children }: SyntaxNode): string | undefined {
  switch (kind) {
    case 'TableIdentifier':
      return visibleTables.has(name) ? undefined : tableFault(name)
    case 'TableExpression':
      return children.every((child) => child.kind === 'TableIdentifier' || child.kind === 'Subquery')
        ? undefined
        : 'must read from tables and subqueries only'
    case 'Function':
      return findFunctionFault(name.toLowerCase(), children)
    default:
      return undefined
  }
}

function findFunctionFault(name: string, children: readonly SyntaxNode[]): string | undefined {
  if (!allowedFunctions.has(name)) return `must not use the function ${name}`
  // After IN, a bare name is a table.
  const isNamed = membershipFunctions.has(name) && children[0]?.children[1]?.kind === 'Identifier'
  return isNamed ? 'must have a list or a subquery after IN' : undefined
}
