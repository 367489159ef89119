/** The path that a literal of a source line begins with, maybe after a base that is inserted, and the host of a URL. */
const request =
  /(["'`])(?:https?:\/\/([\w.-]{1,100})|(?:[^"'`\s/]{0,60}\}|\$\w{1,40})?((?:\/[\w.-]{1,60}){1,8})|([a-z][\w-]{1,40})\/)/i
/** What paths of many services begin with. */
const anyPrefix = /^(?:api|rest|rpc|public|internal|external|v\d{1,2}|application|text|image|audio|video|multipart)$/i

/**
 * Whom a line of code asks for something: the host or the first part of the path that it spells. One function may ask
 * several services through one helper.
 * @returns the empty text if the line spells neither.
 */
export function requestedIn(line: string): string {
  const [, , host = '', path = '', first = ''] = request.exec(line) ?? []
  return host || ([...path.split('/'), first].find((part) => part !== '' && !anyPrefix.test(part)) ?? '')
}
