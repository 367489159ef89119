const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** True if JSON nests deeper than `depthMax`. Works without recursion, before parsing. The text need not be valid. */
export function isDeeperThan(json: Uint8Array, depthMax: number): boolean {
  let depth = 0
  for (let position = 0; position < json.length; position += 1) {
    const byte = json[position]
    if (byte === QUOTE) {
      position = findStringEnd(json, position + 1)
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1
      if (depth > depthMax) return true
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      depth -= 1
    }
  }
  return false
}

/** Position of the closing quote, or the end. */
function findStringEnd(json: Uint8Array, start: number): number {
  let position = start
  while (position < json.length && json[position] !== QUOTE) position += json[position] === BACKSLASH ? 2 : 1
  return position
}
