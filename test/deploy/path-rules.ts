/** One rule of a proxy: which role serves the paths that fit. */
export interface PathRule {
  role: string
  path: RegExp
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
