import type { AnyNode, Class, Identifier } from 'acorn'
import { nameByParents } from './name-by-parents.js'
import { fixedPart, type NamePart, type Scope } from './scope-name.js'
import { identifierPart } from './property-name.js'
import type { TreePlace } from './tree-place.js'

/**
 * Returns the scope that a node opens. A class opens its complete body, because its constructor initializes the fields.
 * @returns undefined for nodes other than functions and classes, and for constructors, which are covered by their
 * class.
 */
export function nameFunction(place: TreePlace): Scope | undefined {
  const { node } = place
  switch (node.type) {
    case 'ArrowFunctionExpression':
      return scopeOf(node, nameByParents(place))
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return isConstructor(place) ? undefined : scopeOf(node, ownName(node.id) ?? memberName(place))
    case 'ClassDeclaration':
    case 'ClassExpression':
      return scopeOf(node, constructorName(node, place))
    default:
      return undefined
  }
}

function scopeOf({ start, end }: AnyNode, name: readonly NamePart[] | undefined): Scope {
  return { start, end, name }
}

function isConstructor({ parent }: TreePlace): boolean {
  return parent?.node.type === 'MethodDefinition' && parent.node.kind === 'constructor'
}

function ownName(id: Identifier | null | undefined): NamePart[] | undefined {
  return id ? [identifierPart(id)] : undefined
}

function memberName(place: TreePlace): NamePart[] | undefined {
  const name = nameByParents(place)
  const holder = place.parent?.node
  const isAccessor =
    (holder?.type === 'MethodDefinition' || holder?.type === 'Property') &&
    (holder.kind === 'get' || holder.kind === 'set')
  return name && isAccessor ? [fixedPart(`${holder.kind} `), ...name] : name
}

function constructorName(node: Class, place: TreePlace): NamePart[] | undefined {
  const name = ownName(node.id) ?? nameByParents(place)
  return name && [fixedPart('new '), ...name]
}
