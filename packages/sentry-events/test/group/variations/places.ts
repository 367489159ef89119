import type { Frame } from '../pairs/pair.js'
import { varyOwnFrames, varyStacks, type Vary } from './stacks.js'

/* Where code is: lines, folders, hosts and builds. */

const indent = '    '
const root = /^(?:[A-Za-z]:\\[\w.-]+\\|\/(?:home|Users)\/[\w.-]+\/|\/[\w.-]+\/)(?=[^]*[/\\])/
const folderOfFile = /([^/\\]+)(?=[/\\][^/\\]+$)/
const dotted = new Set(['java', 'kotlin', 'android', 'python', 'csharp'])
/** Platforms on which source lines contribute. */
const lined = new Set(['python', 'ruby', 'php'])
const slashed = new Set(['node', 'javascript'])

function indented(line: string): string {
  return line.trim() === '' ? line : `${indent}${line}`
}

function withIndent(frame: Frame): Frame {
  const { context_line: line, pre_context: before, colno } = frame
  if (line === undefined || line.includes('{snip}')) return frame
  return {
    ...frame,
    context_line: indented(line),
    ...(before === undefined ? {} : { pre_context: before.map(indented) }),
    ...(colno === undefined ? {} : { colno: colno + indent.length }),
  }
}

const underRoot = (path: string | undefined, to: string) =>
  path === undefined || /^https?:|node_modules|site-packages|\/src\/|\/rustc\//.test(path)
    ? path
    : path.replace(root, to)

function moved(path: string | undefined): string | undefined {
  return path?.replace(folderOfFile, 'moved/$1')
}

/** By what differs. */
export const placeVariations: Readonly<Record<string, Vary>> = {
  'a line further down': varyStacks((frames) =>
    frames.map(({ frame }) => (frame.lineno === undefined ? frame : { ...frame, lineno: frame.lineno + 7 })),
  ),
  'a more deeply indented line': varyOwnFrames(withIndent),
  'another name of a variable': varyOwnFrames((frame, platform) => {
    const variable =
      platform === 'php'
        ? /\$(?!this\b)[a-z]\w*/
        : /(?<![\w.@$:"'])(?!self\b|cls\b|super\b)[a-z_]\w*(?=\.[a-z]\w*[([.])/
    const name = lined.has(platform) ? variable.exec(frame.context_line ?? '')?.[0] : undefined
    if (name === undefined || frame.context_line === undefined) return undefined
    const to = platform === 'php' ? '$renamed' : 'renamed'
    return {
      ...frame,
      context_line: frame.context_line.replaceAll(name, (found, at: number, line: string) =>
        /[\w.:@]$/.test(line.slice(0, at)) || /^\w/.test(line.slice(at + name.length)) ? found : to,
      ),
    }
  }),
  'another root folder': varyOwnFrames((frame) => ({
    ...frame,
    ...(frame.abs_path === undefined ? {} : { abs_path: underRoot(frame.abs_path, '/opt/release-17/') ?? '' }),
    ...(frame.filename === undefined || frame.filename !== frame.abs_path
      ? {}
      : { filename: underRoot(frame.filename, '/opt/release-17/') ?? '' }),
  })),
  'another folder within the program': varyOwnFrames((frame, platform) => ({
    ...frame,
    ...(frame.abs_path === undefined ? {} : { abs_path: moved(frame.abs_path) ?? '' }),
    ...(frame.filename === undefined ? {} : { filename: moved(frame.filename) ?? '' }),
    ...(slashed.has(platform) && frame.module?.includes('/') === true ? { module: `moved/${frame.module}` } : {}),
  })),
  'another package': varyOwnFrames((frame, platform) => {
    const { module, function: name } = frame
    if (platform === 'php') return { ...frame, function: name?.replace(/(?<=\w\\)(?=\w+::)/, 'Core\\') ?? '' }
    if (module === undefined || module === '' || module === '__main__' || module === 'main') return undefined
    if (platform === 'go') return { ...frame, module: module.replace(/(?<=\/)(?=[^/]+$)/, 'internal/') }
    if (!dotted.has(platform) || !/^[\w.]+$/.test(module)) return undefined
    return { ...frame, module: module.replace(/(?<=\.)(?=[^.]+$)/, 'core.') }
  }),
  'no absolute path': varyStacks((frames) =>
    frames.some(({ frame }) => frame.abs_path !== undefined && frame.filename === undefined)
      ? undefined
      : frames.map(({ frame, isOwn }) => {
          if (!isOwn) return frame
          const rest = { ...frame }
          delete rest.abs_path
          return rest
        }),
  ),
  'a hash in the file name': varyOwnFrames((frame, platform) => {
    if (platform !== 'javascript') return undefined
    const hash = (path: string) => path.replace(/(?:[.-][0-9a-f]{6,})?(?=\.js$)/, '-4f9c1e7b')
    return {
      ...frame,
      ...(frame.abs_path === undefined ? {} : { abs_path: hash(frame.abs_path) }),
      ...(frame.filename === undefined ? {} : { filename: hash(frame.filename) }),
    }
  }),
}
