import type { NormalFrame } from '../../normal-event.js'

/** Installed packages and standard libraries, by folder. */
const pythonLibrary =
  /\/(?:lib|lib64|Lib)\/python\d(?:\.\d{1,3})?\/|\/(?:site|dist)-packages\/|^<frozen |^<__array_function__/
const rubyLibrary = /\/gems\/|\/ruby\/(?:gems\/)?\d|\/lib\/ruby\/|^<internal:|^eval$/
const phpLibrary = /\/vendor\/|^\[internal\]/
/** With `-trimpath`, paths begin with the package; paths of other modules include their version. */
const goLibrary =
  /\/pkg\/mod\/|\/go\/src\/(?:runtime|internal|net|reflect|sync|testing|os|fmt|errors|database)\/|\/libexec\/src\/|@v\d{1,9}\.\d|(?:^|\/)vendor\//
/** The standard library, whose packages are the only ones without a domain, and the SDK. */
const goModule =
  /^(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|sync|syscall|testing|text|time|unicode|unique|unsafe|golang\.org\/x|github\.com\/getsentry\/sentry-go)(?:\/|$)/
const scriptLibrary =
  /(?:^|\/)node_modules\/|^node:|^internal\/|(?:^|\/)webpack\/(?:bootstrap|runtime)|\/@vite\/|\.yarn\/(?:cache|unplugged)/
/** React, by function names: bundles do not reveal which file code comes from. */
const reactFunction =
  /^(?:invokeGuardedCallback\w{0,30}|performUnitOfWork|performWorkUntilDeadline|performSyncWorkOnRoot|performConcurrentWorkOnRoot|renderWithHooks|renderRoot(?:Sync|Concurrent)|commitRoot(?:Impl)?|batchedUpdates(?:Impl|\$1)|flushPassiveEffects(?:Impl)?)$/
const dartLibrary = /^(?:dart:|package:(?:flutter|sentry|sentry_flutter|async|stack_trace)\/)/

const pythonModule = /^(?:sentry_sdk|raven|logging|asyncio|concurrent\.futures|importlib|threading|runpy)(?:\.|$)/

type IsLibrary = (frame: NormalFrame, path: string) => boolean

const isPython: IsLibrary = ({ module }, path) => pythonLibrary.test(path) || pythonModule.test(module)
const isScript: IsLibrary = ({ function: name }, path) => scriptLibrary.test(path) || reactFunction.test(name)

const byPlatform = new Map<string, IsLibrary>([
  ['python', isPython],
  ['javascript', isScript],
  ['node', isScript],
  ['ruby', (_, path) => rubyLibrary.test(path)],
  ['php', (_, path) => phpLibrary.test(path)],
  ['go', ({ module }, path) => goLibrary.test(path) || goModule.test(module)],
  ['dart', (_, path) => dartLibrary.test(path)],
])

/** True if a frame belongs to an installed package or to the language's own library. */
export function isScriptLibrary(frame: NormalFrame, platform: string): boolean {
  const isLibrary = byPlatform.get(platform)
  return isLibrary?.(frame, (frame.absPath || frame.filename).replaceAll('\\', '/')) === true
}
