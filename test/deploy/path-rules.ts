/** One rule of a proxy: which role serves the paths that fit. */
export interface PathRule {
  role: string
  path: RegExp
}

/** The rules of `deploy/nginx/signalbox.conf.template` in nginx's order: expressions as they stand, then the rest. */
export function readNginxRules(text: string): PathRule[] {
  const locations = [...text.matchAll(/^ {2}location (~ )?(\S+) \{\n([\s\S]*?)\n {2}\}/gm)]
  const rules = locations.flatMap(([, isExpression, path = '', body = '']) => {
    const role = /proxy_pass \$(\w+);/.exec(body)?.[1]?.replace('_', '-')
    if (role === undefined) return []
    return [{ role, path: new RegExp(isExpression === undefined ? `^${path}` : path), isExpression }]
  })
  return [...rules.filter((rule) => rule.isExpression), ...rules.filter((rule) => !rule.isExpression)]
}

/** The rules of an ingress: the longest expression first, as its controller orders them. */
export function readIngressRules(paths: readonly { path: string; role: string }[]): PathRule[] {
  return [...paths]
    .sort((one, other) => other.path.length - one.path.length)
    .map(({ path, role }) => ({ role, path: new RegExp(`^${path}`) }))
}

/** The role that a request goes to. */
export function findRole(rules: readonly PathRule[], path: string): string | undefined {
  return rules.find((rule) => rule.path.test(path))?.role
}
