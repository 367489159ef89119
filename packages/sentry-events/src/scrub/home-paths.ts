import { type Chars, filteredMark, isWordChar, oneOf, seek, type TextRange } from './text-range.js'

const homes = ['home', 'Users'] as const
const nameLengthMax = 64
const isSlash = oneOf('/\\')
const endsName = oneOf('/\\"\'`<>|:*?,;()[]{}=& \t\r\n\0')
const endsWindowsName = oneOf('/\\"\'`<>|:*?,;()[]{}=&\t\r\n\0')
const colon = 0x3a
const slash = 0x2f
const dot = 0x2e
/** The end of a `[Filtered]` mark: the replaced text was part of the path as well. */
const closing = 0x5d

/** Home folders that belong to no user. */
const commonNames = new Set(['Shared', 'Public', 'Default', 'runner', 'node', 'app', 'ubuntu'])

/** Finds user names in `/home/<name>`, `/Users/<name>` and `C:\Users\<name>`, including with escaped backslashes. */
export function findHomePaths(text: Chars): TextRange[] {
  return homes.flatMap((home) => findIn(text, home))
}

function findIn(text: Chars, home: string): TextRange[] {
  const found: TextRange[] = []
  let homeAt = text.indexOf(home)
  while (homeAt !== -1) {
    const after = homeAt + home.length
    const nameAt = skipSlashes(text, after)
    const isHome = nameAt > after && isRoot(text, homeAt)
    const end = isHome ? endOfName(text, nameAt) : nameAt
    const name = text.slice(nameAt, end)
    if (end > nameAt && !commonNames.has(name) && text.slice(nameAt, nameAt + filteredMark.length) !== filteredMark) {
      found.push({ start: nameAt, end, rule: 'pattern:home_path' })
    }
    homeAt = text.indexOf(home, end)
  }
  return found
}

const slashesMax = 8

function skipSlashes(text: Chars, start: number): number {
  return seek(text, start, (code) => !isSlash(code), start + slashesMax)
}

/** True if the folder is at a file system's root rather than in a URL's path. */
function isRoot(text: Chars, homeAt: number): boolean {
  let before = homeAt - 1
  while (before >= 0 && homeAt - before <= slashesMax && isSlash(text.charCodeAt(before))) before--
  if (before === homeAt - 1) return false
  const code = text.charCodeAt(before)
  const isUnixRoot = before < 0 || (!isWordChar(code) && code !== dot && code !== colon && code !== closing)
  return isUnixRoot || (code === colon && isRootAfterColon(text, before, homeAt))
}

/**
 * After a drive (`C:`), in `file:///home`, or in a list of paths (`/bin:/home/a`), but not as a host: `http://home/`.
 */
function isRootAfterColon(text: Chars, colonAt: number, homeAt: number): boolean {
  const slashes = homeAt - colonAt - 1
  const isHost = slashes === 2 && text.charCodeAt(colonAt + 1) === slash
  return !isHost
}

/** Windows names may contain spaces: they end at the next backslash if one follows. */
function endOfName(text: Chars, start: number): number {
  const max = start + nameLengthMax
  const end = seek(text, start, endsName, max)
  const isWindows = text.charCodeAt(start - 1) === 0x5c
  if (!isWindows || isSlash(text.charCodeAt(end))) return end
  const windowsEnd = seek(text, start, endsWindowsName, max)
  return text.charCodeAt(windowsEnd) === 0x5c ? windowsEnd : end
}
