import type { AnyNode } from 'acorn'
import { identifierPart, memberParts, targetParts } from './property-name.js'
import { fixedPart, withPrefix, type NamePart } from './scope-name.js'
import type { TreePlace } from './tree-place.js'

/** Contribution of one parent: a part of the name, or the end of the search. */
interface Step {
  name: NamePart[]
  isFinal: boolean
}

/**
 * Names a function after the variable or member it is assigned to, walking up its parents to the next function. An
 * argument of a call is named after the variable that receives the call's result.
 * @returns undefined if it is anonymous.
 */
export function nameByParents(place: TreePlace): NamePart[] | undefined {
  let name: NamePart[] = []
  let isMember = false
  for (let child = place; child.parent !== undefined; child = child.parent) {
    const { node } = child.parent
    if (opensFunction(node)) break
    const step = nameFromParent(child, child.parent, name)
    if (step?.isFinal === true) return step.name
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

function nameFromParent(child: TreePlace, { node }: TreePlace, name: NamePart[]): Step | undefined {
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id ? finalName(withPrefix([identifierPart(node.id)], name)) : undefined
    case 'MethodDefinition':
      return child.key === 'value' ? partialName(withPrefix(memberParts(node.key, node.computed), name)) : undefined
    case 'Property':
      return child.key === 'value' ? partialName(withPrefix(memberParts(node.key, node.computed), name)) : undefined
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? finalName(withPrefix([identifierPart(node.id)], name)) : undefined
    case 'AssignmentExpression':
      return nameByTarget(node.left, name)
    default:
      return undefined
  }
}

function nameByTarget(left: AnyNode, name: NamePart[]): Step | undefined {
  if (left.type !== 'Identifier' && left.type !== 'MemberExpression') return undefined
  const target = targetParts(left)
  return target && finalName(withPrefix(target, name))
}

function finalName(name: NamePart[]): Step {
  return { name, isFinal: true }
}

function partialName(name: NamePart[]): Step {
  return { name, isFinal: false }
}
