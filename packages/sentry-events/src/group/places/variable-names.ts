/** Keywords of Python, Ruby and PHP that look like names. */
const keywords = new Set(
  (
    'if else elif elsif unless then for foreach in while until do end not and or is as from import lambda def fn function class self this ' +
    'super nil null none true false raise throw new return yield await async with try except rescue catch finally ensure pass del ' +
    'assert case when begin next break continue echo print static'
  ).split(' '),
)
const php = /\$(?!this\b)[A-Za-z_]\w{0,100}/g
const others = /(?<![\w.:@$])[a-z_]\w{0,100}(?![\w(!?:]|\s?\()/g
const patterns = new Map([
  ['php', php],
  ['python', others],
  ['ruby', others],
])
/** A variable in a text: `{order.id}`, `#{order.id}`; PHP's have the same form as outside. */
const interpolated = /(?<=\{)[^{}"']{1,200}(?=\})/g
const nameInText = /(?<![\w.:@$!])[a-z_]\w{0,100}(?![\w(])/g
/** A call, a member or a text: what a line does, whatever its variables are named. */
const telling = /[\w$\])](?:\.|->|::)[A-Za-z_]|\w\(|["'][^"']/
const literalOrCode = /("(?:[^"\\]|\\.){0,300}"|'(?:[^'\\]|\\.){0,300}')|[^"']+/g

/**
 * A line with its variables replaced, because renaming them changes nothing. A line that only variables tell apart stays
 * as it is: `stock[sku]`.
 */
export function withoutVariables(line: string, platform: string): string {
  const pattern = patterns.get(platform)
  if (pattern === undefined || !telling.test(line)) return line
  return line.replace(literalOrCode, (part, literal?: string) => {
    if (literal === undefined || platform === 'php') return replaceNames(part, pattern)
    return literal.replace(interpolated, (code) => replaceNames(code, nameInText))
  })
}

function replaceNames(text: string, pattern: RegExp): string {
  return text.replace(pattern, (name) => (keywords.has(name) ? name : '_'))
}
