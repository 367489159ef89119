const webpackNamespace = /^webpack:\/\/[a-zA-Z0-9_\-@.]+\/\.\//

/** Returns a source's readable name, without the prefixes of webpack and turbopack. */
export function readableName(name: string): string {
  if (name.startsWith('turbopack:///[project]/')) return name.slice('turbopack:///[project]/'.length)
  if (!name.startsWith('webpack:')) return name
  const package_ = name.indexOf('/~/')
  if (package_ !== -1) return name.slice(package_ + 1)
  return name.startsWith('webpack:///') ? name.slice('webpack:///'.length) : name.replace(webpackNamespace, './')
}

/** Whether a resolved file belongs to the application; undefined if its name is inconclusive. */
export function isOwnFile(absPath: string, filename: string): boolean | undefined {
  if ([absPath, filename].some((path) => /(?:^|[/~])node_modules\//.test(path))) return false
  return absPath.startsWith('webpack:') ? filename.startsWith('./') : undefined
}
