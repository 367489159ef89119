import type { NormalFrame } from '../../normal-event.js'
import { dotnetPlatforms, jvmPlatforms, nativePlatforms } from '../../platforms.js'
import { isNativeLibrary } from './native-libraries.js'

const jvmModule = /^(?:java|javax|jdk|sun|kotlin|kotlinx|scala|dalvik|libcore)\./
const dotnetModule = /^System(?:\.|$)/
const pythonPath = /\/(?:lib|lib64|Lib)\/python\d[\d.]{0,5}\/(?!(?:site|dist)-packages\/)|(?:^|\/)<frozen /
const nodePath = /^(?:node:|internal\/)|^(?:<anonymous>|native|\[native code\])?$/
const rubyPath = /^<internal:|\/ruby\/\d[\d.]{0,8}\/(?!gems\/)/
const phpPath = /^(?:\[internal\])?$/
/** Packages without a domain belong to Go's standard library. */
const goModule = /^[a-z0-9]{1,20}(?:\/[a-z0-9/]{1,60})?$/
const elixirModule =
  /^:|^(?:Access|Base|Date(?:Time)?|Decimal|Enum|Float|GenServer|Integer|Kernel|Keyword|List|Map(?:Set)?|Range|Regex|Stream|String|Task|Tuple|URI|erlang|lists|maps|binary)(?:\.|$)/

type IsStandard = (frame: NormalFrame, path: string) => boolean

const byPlatform = new Map<string, IsStandard>([
  ...[...jvmPlatforms].map((platform): [string, IsStandard] => [platform, ({ module }) => jvmModule.test(module)]),
  ...[...dotnetPlatforms].map((platform): [string, IsStandard] => [
    platform,
    ({ module }) => dotnetModule.test(module),
  ]),
  ...[...nativePlatforms].map((platform): [string, IsStandard] => [platform, isNativeLibrary]),
  ['python', (_, path) => pythonPath.test(path)],
  ['node', (_, path) => nodePath.test(path)],
  ['javascript', (_, path) => nodePath.test(path)],
  ['ruby', (_, path) => rubyPath.test(path)],
  ['php', (_, path) => phpPath.test(path)],
  ['go', ({ module }) => goModule.test(module)],
  ['dart', (_, path) => path.startsWith('dart:')],
  ['elixir', ({ module }) => elixirModule.test(module)],
])

/** True if a frame belongs to the language's own library rather than to an installed package. */
export function isStandardLibrary(frame: NormalFrame, platform: string): boolean {
  const isStandard = byPlatform.get(platform)
  return isStandard?.(frame, (frame.absPath || frame.filename).replaceAll('\\', '/')) === true
}
