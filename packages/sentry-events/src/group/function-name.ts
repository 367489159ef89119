const unknownNames = new Set([
  '?',
  '<anonymous>',
  '<anonymous function>',
  'Anonymous function',
  '<unknown>',
  'anonymous',
])

const aliasSuffix = / \[as [^\]]{0,200}\]$/
const rubyTemplateNumbers = /__\d{4,}_\d{4,}$/
/** What may follow the parameters. */
const nativeSuffix = /(?: const| volatile| &{1,2}| noexcept| \[clone [^\]]{0,100}\]){1,5}$/
const cppOperator = /operator[^\w\s]{1,3}$/

const nativePlatforms = new Set(['native', 'cocoa', 'c', 'cpp', 'objc', 'rust', 'swift'])
const jvmPlatforms = new Set(['java', 'kotlin', 'android'])

/**
 * The name of a function without what differs from one build or run to the next.
 * @returns the empty text when the name is unknown or says nothing.
 */
export function cleanFunctionName(name: string, platform: string): string {
  const clean = cleanForPlatform(name.trim(), platform)
  return unknownNames.has(clean) || clean.endsWith('/<') ? '' : clean
}

function cleanForPlatform(name: string, platform: string): string {
  if (platform === 'javascript' || platform === 'node') return cleanScript(name)
  if (platform === 'ruby') return cleanRuby(name)
  if (platform === 'php') return cleanPhp(name)
  if (jvmPlatforms.has(platform)) return cleanJvmName(name)
  return nativePlatforms.has(platform) ? cleanNative(name) : name
}

/** The object that a method is called on has another name in every engine. */
function cleanScript(name: string): string {
  if (name.endsWith('/<')) return name
  const own = name.replace(aliasSuffix, '').replace(/^(?:async|new) /, '')
  return own.slice(own.lastIndexOf('.') + 1)
}

function cleanRuby(name: string): string {
  return name.startsWith('block ') ? 'block' : name.replace(rubyTemplateNumbers, '')
}

/** Names of anonymous classes hold path and line of their definition. */
function cleanPhp(name: string): string {
  const isAnonymous = name.startsWith('class@anonymous') || name.startsWith('[Anonymous')
  return isAnonymous ? name.slice(name.lastIndexOf('::') + (name.includes('::') ? 2 : 1)) : name
}

const jvmGeneratedNames: readonly (readonly [RegExp, string])[] = [
  [/\$\$Lambda(?:\$\d+|\/0x[0-9a-f]+)?(?:\/(?:0x)?[0-9a-f]+)?/gi, '$$$$Lambda'],
  [/\blambda\$(\w{0,200}?)\$[0-9a-f]+(?:\$\d+)?\b/gi, 'lambda$$$1'],
  [/\$\$(?:Enhancer|FastClass)By\w{0,40}?CGLIB\$\$[0-9a-f]+/gi, '$$$$CGLIB'],
  [/_?\$\$_(?:javassist|jvst)[0-9a-z]*(?:_[0-9a-f]+)*/gi, '$$$$javassist'],
  [/\bGenerated(Method|Constructor|Serialization\w{0,40})Accessor\d+/g, 'Generated$1Accessor'],
  [/\$Proxy\d+/g, '$$Proxy'],
]

/** Names of classes and methods that the JVM or a library makes at run time, without their numbers. */
export function cleanJvmName(name: string): string {
  if (!/[$\d]/.test(name)) {
    return name
  }
  return jvmGeneratedNames.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name)
}

/** Leaves out templates, parameters and the return type: `int ns::f<int>(char*) const` becomes `ns::f`. */
function cleanNative(name: string): string {
  if (/^[-+]\[/.test(name) || !/[<(\s]/.test(name)) {
    return name
  }
  const flat = dropBracketed(name.replaceAll('(anonymous namespace)', '{anonymous}'))
    .trimEnd()
    .replace(nativeSuffix, '')
  const own = flat.slice(flat.lastIndexOf(' ') + 1)
  return own === '' || cppOperator.test(own) ? name : own
}

function dropBracketed(name: string): string {
  let depth = 0
  let kept = ''
  for (const character of name) {
    if (character === '<' || character === '(') depth += 1
    else if (character === '>' || character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += character
  }
  return kept
}
