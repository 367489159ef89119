/** The path that a literal of a source line begins with, maybe after a base that is inserted, and the host of a URL. */
const request =
  /(["'`])(?:https?:\/\/([\w.-]{1,100})|(?:[^"'`\s/]{0,60}\}|\$\w{1,40})?((?:\/[\w.-]{1,60}){1,8})|([a-z][\w-]{1,40})\/)/i
/** What paths of many services begin with. */
const anyPrefix = /^(?:api|rest|rpc|public|internal|external|v\d{1,2}|application|text|image|audio|video|multipart)$/i

/** A path in a text, or of the URL that Go says it requested. */
const pathInText =
  /(?:^|[\s:('"`]|\b(?:Get|Head|Post|Put|Patch|Delete) "https?:\/\/[^\s/"]{1,100})((?:\/[\w.{}:-]{1,60}){2,8})\/?(?=$|[\s),;'"`?])/
const word = /^[a-z][a-z-]{2,30}$/i
/** Where paths of files begin. */
const anyDirectory =
  /^(?:app|bin|data|dev|etc|home|lib|mnt|opt|private|proc|root|run|srv|src|sys|tmp|users|usr|var|volumes|workspace)$/i

/** Whom a text says was asked: the first part of a path with more behind it, unless it is one of a file. */
export function requestedInText(text: string): string {
  const [first = ''] = (pathInText.exec(text)?.[1]?.split('/') ?? [])
    .slice(1, -1)
    .filter((part) => !anyPrefix.test(part))
  return word.test(first) && !anyDirectory.test(first) ? first.toLowerCase() : ''
}

/**
 * Whom a line of code asks for something: the host or the first part of the path that it spells. One function may ask
 * several services through one helper.
 * @returns the empty text if the line spells neither.
 */
export function requestedIn(line: string): string {
  const [, , host = '', path = '', first = ''] = request.exec(line) ?? []
  return host || ([...path.split('/'), first].find((part) => part !== '' && !anyPrefix.test(part)) ?? '')
}
