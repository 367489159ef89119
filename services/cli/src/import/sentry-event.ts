import { readHexId, type SourceEvent } from './source.js'

type Fields = Readonly<Record<string, unknown>>

/**
 * Converts an event from the Sentry or GlitchTip API to the format that SDKs send: the fields that determine its
 * grouping and those that people look at first. Undefined for anything else.
 * @param levelOfIssue used for events of GlitchTip, which do not have one.
 */
export function toSdkEvent(answer: unknown, levelOfIssue?: string): SourceEvent | undefined {
  const event = asFields(answer)
  const id = readHexId(event['eventID'] ?? event['id'])
  if (id === undefined) return undefined
  const entries = new Map(
    asList(event['entries']).map((entry) => [asFields(entry)['type'], asFields(asFields(entry)['data'])]),
  )
  const tags = asList(event['tags']).map((tag) => [asFields(tag)['key'], asFields(tag)['value']])
  const tag = new Map(tags.map(([key, value]) => [key, value]))
  const exceptions = asList(entries.get('exception')?.['values'])
  const payload = {
    event_id: id,
    timestamp: event['dateCreated'],
    platform: event['platform'],
    level: tag.get('level') ?? levelOfIssue,
    transaction: tag.get('transaction'),
    environment: tag.get('environment'),
    release: asFields(event['release'])['version'] ?? tag.get('release'),
    dist: event['dist'],
    tags,
    user: event['user'],
    contexts: event['contexts'],
    extra: event['context'],
    sdk: event['sdk'],
    message: entries.get('message')?.['formatted'] ?? event['message'],
    ...(exceptions.length > 0 && { exception: { values: exceptions.map(toSdkException) } }),
  }
  return { id, payload: withoutEmptyFields(payload) }
}

function toSdkException(value: unknown): Fields {
  const { type, value: text, module, mechanism, stacktrace } = asFields(value)
  const frames = asList(asFields(stacktrace)['frames'])
  return withoutEmptyFields({
    type,
    value: text,
    module,
    mechanism,
    ...(frames.length > 0 && { stacktrace: { frames: frames.map(toSdkFrame) } }),
  })
}

function toSdkFrame(value: unknown): Fields {
  const frame = asFields(value)
  const { filename, module, lineNo: line } = frame
  const lines = asList(frame['context']).map((each) => asList(each))
  const textsWhere = (isThere: (number: number) => boolean) =>
    lines.filter(([number]) => isThere(Number(number))).map(([, text]) => text)
  return withoutEmptyFields({
    filename,
    module,
    package: frame['package'],
    function: frame['function'],
    abs_path: frame['absPath'],
    lineno: line,
    colno: frame['colNo'],
    in_app: frame['inApp'],
    vars: frame['vars'],
    ...(lines.length > 0 && {
      pre_context: textsWhere((number) => number < Number(line)),
      context_line: textsWhere((number) => number === Number(line))[0],
      post_context: textsWhere((number) => number > Number(line)),
    }),
  })
}

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const withoutEmptyFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
