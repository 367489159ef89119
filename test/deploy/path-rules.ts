/** A proxy rule: the role that serves matching paths. */
export interface PathRule {
  role: string
  path: RegExp
}

/** An ingress's rules: longest expression first, in its controller's order. */
export function readIngressRules(paths: readonly { path: string; role: string }[]): PathRule[] {
  return [...paths]
    .sort((one, other) => other.path.length - one.path.length)
    .map(({ path, role }) => ({ role, path: new RegExp(`^${path}`) }))
}

/** The role that receives a request. */
export function findRole(rules: readonly PathRule[], path: string): string | undefined {
  return rules.find((rule) => rule.path.test(path))?.role
}
