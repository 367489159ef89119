import type { ReadStackText, TextFrame } from './text-exception.js'

const placeLine = /^\t(.{1,1000}\.(?:go|s)):(\d{1,9})(?: |$)/
const callLine = /^(?!created by )(\S{1,600}?)\((?:[^()]|\([^()]{0,300}\)){0,2000}\)$/
/** Frames of the code that printed the stack. */
const printer = /^(?:runtime\/debug\.Stack|go\.opentelemetry\.io\/otel\/sdk\/trace\.)/

/** `runtime.Stack` of one goroutine: newest call first, two lines each. */
export const readGoText: ReadStackText = (lines) => {
  const frames: TextFrame[] = []
  for (const [index, line] of lines.entries()) {
    const [, name] = callLine.exec(line) ?? []
    const [, path, lineno] = placeLine.exec(lines[index + 1] ?? '') ?? []
    if (name === undefined || path === undefined || printer.test(name)) continue
    frames.unshift({
      ...splitName(name),
      abs_path: path,
      filename: path,
      lineno: Number(lineno),
      in_app: isOwn(name, path),
    })
  }
  return frames.length === 0 ? [] : [{ type: '', value: '', frames }]
}

/** `shop.test/cart.(*Cart).Add` is the function `(*Cart).Add` in package `shop.test/cart`. */
function splitName(name: string): { module: string; function: string } {
  const dot = name.indexOf('.', name.lastIndexOf('/') + 1)
  return { module: name.slice(0, Math.max(dot, 0)), function: name.slice(dot + 1) }
}

/** Standard library packages have no host in their path; module packages are in the module cache. */
function isOwn(name: string, path: string): boolean {
  return !path.includes('/pkg/mod/') && !path.includes('/vendor/') && !/\/go\/src\/[a-z]/.test(path) && name !== 'panic'
}
