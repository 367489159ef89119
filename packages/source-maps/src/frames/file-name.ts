const webpackNamespace = /^webpack:\/\/[a-zA-Z0-9_\-@.]+\/\.\//

/** The name of a source as people know it, without what webpack and turbopack put before it. */
export function readableName(name: string): string {
  if (name.startsWith('turbopack:///[project]/')) return name.slice('turbopack:///[project]/'.length)
  if (!name.startsWith('webpack:')) return name
  const package_ = name.indexOf('/~/')
  if (package_ !== -1) return name.slice(package_ + 1)
  return name.startsWith('webpack:///') ? name.slice('webpack:///'.length) : name.replace(webpackNamespace, './')
}

/** Whether a resolved file is the application's own; undefined when its name does not tell. */
export function isOwnFile(absPath: string, filename: string): boolean | undefined {
  if ([absPath, filename].some((path) => /(?:^|[/~])node_modules\//.test(path))) return false
  return absPath.startsWith('webpack:') ? filename.startsWith('./') : undefined
}
