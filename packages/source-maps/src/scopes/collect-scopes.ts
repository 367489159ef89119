import { parse, type AnyNode, type Program } from 'acorn'
import { nameFunction } from './name-function.js'
import type { Scope } from './scope-name.js'
import type { TreePlace } from './tree-place.js'

/**
 * Finds the functions and classes of minified code with their display names, outer ones before inner ones.
 * @returns undefined if the code cannot be parsed or is nested too deeply for the parser.
 */
export function collectScopes(code: string): Scope[] | undefined {
  const program = parseCode(code)
  return program && collect(program)
}

/** Bundles are modules or scripts; some use `return` or `await` where only a runtime wrapper makes it legal. */
function parseCode(code: string): Program | undefined {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parse(code, {
        sourceType,
        ecmaVersion: 'latest',
        allowHashBang: true,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
        allowSuperOutsideMethod: true,
        allowImportExportEverywhere: sourceType === 'script',
      })
    } catch {
      // Try the next source type: scripts allow some code that modules do not. If both fail, the engine's function
      // names are used.
    }
  }
  return undefined
}

/** Walks the tree iteratively, because hostile code would overflow the stack. */
function collect(program: Program): Scope[] {
  const scopes: Scope[] = []
  const pending: TreePlace[] = [{ node: program, key: '', parent: undefined }]
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const scope = nameFunction(place)
    if (scope !== undefined) scopes.push(scope)
    for (const child of childrenOf(place)) pending.push(child)
  }
  return scopes.sort((a, b) => a.start - b.start || b.end - a.end)
}

function* childrenOf(parent: TreePlace): Generator<TreePlace> {
  for (const [key, value] of Object.entries(parent.node)) {
    const nodes: unknown[] = Array.isArray(value) ? value : [value]
    for (const node of nodes) if (isNode(node)) yield { node, key, parent }
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
