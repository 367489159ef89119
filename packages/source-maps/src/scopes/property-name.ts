import type { Expression, Identifier, PrivateIdentifier, Super } from 'acorn'
import { fixedPart, type NamePart } from './scope-name.js'

export function identifierPart({ name, start, end }: Identifier): NamePart {
  return { text: name, range: { start, end } }
}

/** Returns the name of a member: `key`, `#key`, the text of a literal, or `<computed>`. */
export function memberParts(key: Expression | PrivateIdentifier, isComputed: boolean): NamePart[] {
  if (key.type === 'PrivateIdentifier') {
    // Maps name the part after the `#`.
    return [fixedPart('#'), { text: key.name, range: { start: key.start + 1, end: key.end } }]
  }
  if (key.type === 'Literal') return [fixedPart(String(key.value))]
  return key.type === 'Identifier' && !isComputed ? [identifierPart(key)] : [fixedPart('<computed>')]
}

/**
 * Returns the name of an assignment target: `a`, `a.b`, `this.b`.
 * @returns undefined for targets that start with anything else.
 */
export function targetParts(target: { type: string } & (Expression | Super)): NamePart[] | undefined {
  const members: NamePart[] = []
  let at: Expression | Super = target
  while (at.type === 'MemberExpression') {
    members.unshift(fixedPart('.'), ...memberParts(at.property, at.computed))
    at = at.object
  }
  if (at.type === 'Identifier') return [identifierPart(at), ...members]
  return at.type === 'ThisExpression' ? [fixedPart('this'), ...members] : undefined
}
