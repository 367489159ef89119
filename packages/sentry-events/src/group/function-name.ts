import { cleanDotnetName } from './dotnet-name.js'
import { cleanJvmName } from './jvm-name.js'
import { cleanNativeName } from './native-name.js'
import { dotnetPlatforms, jvmPlatforms, nativePlatforms, scriptPlatforms } from '../platforms.js'

const unknownNames = new Set([
  '?',
  '<anonymous>',
  '<anonymous function>',
  'Anonymous function',
  '<unknown>',
  'anonymous',
])

const scriptAlias = / \[as [^\]]{0,200}\]$/
/** Prefixes by which engines mark functions resumed after an `await`, and constructor calls. */
const scriptPrefix = /^(?:async\*|async |new |promise callback\*|setTimeout handler\*|setInterval handler\*){1,3}/
/** Rails names compiled templates by a hash of their path and an object id; a negative hash adds a dash. */
const rubyTemplateNumbers = /_{2,3}\d{4,30}_\d{1,30}$/
const phpClosure = /\{closure:([^{}]{0,500}):\d{1,9}\}/

const goTypeArguments = /\[[^\]]{0,500}\]/g
/** Go and Erlang number a function's closures by position. */
const goClosure = /\.(func|gowrap|deferwrap)\d{1,9}(?:\.\d{1,9}){0,10}/g
const erlangClosure = /-fun-\d{1,9}-/g

/**
 * Removes the parts of a function name that differ between builds or runs.
 * @returns the empty text if the name is unknown or meaningless.
 */
export function cleanFunctionName(name: string, platform: string): string {
  const clean = cleanForPlatform(name.trim(), platform)
  return unknownNames.has(clean) || clean.endsWith('/<') ? '' : clean
}

/** Removes compiler- and runtime-assigned numbers from a module or class name. */
export function cleanModuleName(module: string, platform: string): string {
  if (jvmPlatforms.has(platform)) return cleanJvmName(module)
  return dotnetPlatforms.has(platform) ? cleanDotnetName(module) : module
}

function cleanForPlatform(name: string, platform: string): string {
  if (scriptPlatforms.has(platform)) return cleanScript(name)
  if (platform === 'ruby') return cleanRuby(name)
  if (platform === 'php') return cleanPhp(name)
  if (platform === 'go') return name.replace(goTypeArguments, '').replace(goClosure, '.$1')
  if (platform === 'elixir') return name.replace(erlangClosure, '-fun-')
  return nativePlatforms.has(platform) ? cleanNativeName(name) : cleanModuleName(name, platform)
}

/** Every engine names the receiver of a method call differently. */
function cleanScript(name: string): string {
  if (name.endsWith('/<')) return name
  const own = name.replace(scriptAlias, '').replace(scriptPrefix, '')
  return own.slice(own.lastIndexOf('.') + 1)
}

function cleanRuby(name: string): string {
  return name.startsWith('block ') ? 'block' : name.replace(rubyTemplateNumbers, '')
}

/** Names of anonymous classes contain the path and line of their definition; those of closures may. */
function cleanPhp(name: string): string {
  if (name.startsWith('[Anonymous')) return afterLast(name, '::')
  const at = name.indexOf('@anonymous')
  const own = at === -1 ? name : cleanAnonymousClass(name, at)
  return own.includes('{closure:') ? cleanPhpClosure(own) : own
}

/** An anonymous class without a parent is identified by its method alone, one with a parent by both. */
function cleanAnonymousClass(name: string, at: number): string {
  const method = afterLast(name, '::')
  const parent = name.slice(0, at)
  if (method === name) return `${parent}@anonymous`
  return parent === 'class' ? method : `${parent}@anonymous::${method}`
}

function cleanPhpClosure(name: string): string {
  return name.replace(phpClosure, (_, scope: string) => (scope.includes('.php') ? '{closure}' : `{closure:${scope}}`))
}

function afterLast(text: string, separator: string): string {
  const at = text.lastIndexOf(separator)
  return at === -1 ? text : text.slice(at + separator.length)
}
