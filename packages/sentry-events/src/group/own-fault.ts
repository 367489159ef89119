import type { NormalException } from '../normal-event.js'
import { remember } from '../remember.js'
import type { PlacedFrame } from './own-frame.js'
import type { OwnStack } from './own-stack.js'
import { isGivenText } from './texts/given-text.js'
import { faultCodesOf } from './texts/fault-codes.js'

/** Words in type names of failures reported by a network, a store or another program. */
const outsideWords = new Set(
  (
    'timeout timedout timed deadline connect connection disconnected socket network net url http https fetch axios aiohttp reqwest ' +
    'hyper request requests response api remote rpc grpc gateway client server service upstream unavailable io ioerror os fs file ' +
    'directory path permission denied sql sqlx sqlite pdo jdbc database db mongo redis kafka amqp storage ssl tls certificate dns ' +
    'host integrity operational programming query process subprocess found exist exists lock locked deadlock retry retries'
  ).split(' '),
)
const outsideText =
  /[Tt]imed?[- ]?[Oo]ut|TIMEOUT|[Dd]eadline|[Cc]onnection|[Uu]nreachable|reset by peer|[Bb]roken pipe|\bEOF\b|\b[Nn]o (?:such (?:host|file)|rows\b|space left)|[Pp]ermission denied|[Cc]ertificate|\bOs \{ code: /
/** Phrases about the arguments of a call. */
const calledWrongly =
  /^(?:wrong number of arguments|missing keywords?:|unknown keywords?:|Too few arguments to function)|: Argument #\d{1,3} .{0,200} given, called in /
/** First words of functions that fail on behalf of their callers. */
const agentWords = new Set(
  (
    'assert ensure require expect must guard invariant fail throw raise panic abort die bail unreachable unwrap retry with attempt ' +
    'fetch request query execute exec invoke dispatch call cast coerce'
  ).split(' '),
)
const agentModule = /(?:^|[.\\/:])\w{0,40}(?:Asserts?|Assertions?|Checks?|Preconditions?|Guards?|Ensure|Require)$/
const lastName = /[A-Za-z_$][\w$]{0,200}[!?]?$/
const wordInName = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

/**
 * How many of the newest frames identify a fault: one if the failing function's own code or the language's library
 * raised it; also its caller if the function fails on others' behalf or raises an error it was given. Further callers
 * add nothing.
 * @returns undefined if something outside the program responded, a package failed, or the place is not known well
 * enough: then all callers count.
 */
export function countCallers(exception: NormalException, stack: OwnStack): number | undefined {
  const { crash, contributing } = stack
  if (contributing.length < 2 || crash === undefined || !isPlaced(crash)) return undefined
  if (!stack.isThrownByOwn && !stack.isThrownByLanguage()) return undefined
  if (isFromOutside(exception)) return undefined
  const isCallersFault = isCausedByCaller(exception, stack.isThrownByOwn, crash)
  const responsible = contributing.findLastIndex(
    (frame, index) => !isAgent(frame) && !(isCallersFault && index === contributing.length - 1),
  )
  const frame = contributing[responsible]
  return frame === undefined || !isPlaced(frame) ? undefined : contributing.length - responsible
}

function isPlaced({ place, component, hasSourceLine }: PlacedFrame): boolean {
  const hasOrigin = component.parts.some(({ name }) => name === 'module' || name === 'filename')
  return place.function !== '' && (hasOrigin || hasSourceLine)
}

/** A Rust closure without the name of its function, which full debug information leaves out. */
const bareClosure = /^\{[a-z_]{1,40}\}$/

function isAgent({ place }: PlacedFrame): boolean {
  if (bareClosure.test(place.function)) return true
  const [first] = lastName.exec(place.function)?.[0].match(wordInName) ?? []
  return (first !== undefined && agentWords.has(first.toLowerCase())) || agentModule.test(place.module)
}

/** Things a program looked for within itself. */
const insideType = /(?:Key|Module|Class|Element|Method|Type|Symbol)NotFound/

const outsideTypes = remember<boolean>(512, 256)

function isFromOutside({ type, value }: NormalException): boolean {
  const isOutside = outsideTypes(type, () => {
    const words = type.match(wordInName) ?? []
    return !insideType.test(type) && words.some((word) => outsideWords.has(word.toLowerCase()))
  })
  return isOutside || outsideText.test(value) || faultCodesOf(value) !== ''
}

function isCausedByCaller({ value }: NormalException, isThrownByOwn: boolean, { sourceLine }: PlacedFrame): boolean {
  return calledWrongly.test(value) || (isThrownByOwn && isGivenText(value, sourceLine))
}
