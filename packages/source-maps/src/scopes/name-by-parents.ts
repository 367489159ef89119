import type { AnyNode } from 'acorn'
import { identifierPart, memberParts, targetParts } from './property-name.js'
import { fixedPart, withPrefix, type NamePart } from './scope-name.js'
import type { TreePlace } from './tree-place.js'

/** What one parent says: a piece to go on with, or the whole name. */
interface Step {
  name: NamePart[]
  isWhole: boolean
}

/**
 * Names a function by what it is assigned to, or a member of: the parents are asked from the inside out, up to the
 * next function. An argument of a call is named by the variable that takes the call's result.
 * @returns undefined when nothing names it.
 */
export function nameByParents(place: TreePlace): NamePart[] | undefined {
  let name: NamePart[] = []
  let isMember = false
  for (let child = place; child.parent !== undefined; child = child.parent) {
    const { node } = child.parent
    if (opensFunction(node)) break
    const step = askParent(child, child.parent, name)
    if (step?.isWhole === true) return step.name
    if (step !== undefined) {
      name = step.name
      isMember = node.type === 'Property'
    }
  }
  return isMember ? withPrefix([fixedPart('<object>')], name) : undefined
}

function opensFunction({ type }: AnyNode): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function askParent(child: TreePlace, { node }: TreePlace, name: NamePart[]): Step | undefined {
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id ? whole(withPrefix([identifierPart(node.id)], name)) : undefined
    case 'MethodDefinition':
      return child.key === 'value' ? piece(withPrefix(memberParts(node.key, node.computed), name)) : undefined
    case 'Property':
      return child.key === 'value' ? piece(withPrefix(memberParts(node.key, node.computed), name)) : undefined
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? whole(withPrefix([identifierPart(node.id)], name)) : undefined
    case 'AssignmentExpression':
      return nameByTarget(node.left, name)
    default:
      return undefined
  }
}

function nameByTarget(left: AnyNode, name: NamePart[]): Step | undefined {
  if (left.type !== 'Identifier' && left.type !== 'MemberExpression') return undefined
  const target = targetParts(left)
  return target && whole(withPrefix(target, name))
}

function whole(name: NamePart[]): Step {
  return { name, isWhole: true }
}

function piece(name: NamePart[]): Step {
  return { name, isWhole: false }
}
