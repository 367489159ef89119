import type { NormalException } from '../normal-event.js'
import { remember } from '../remember.js'
import type { PlacedFrame } from './own-frame.js'
import type { Place } from './places/place.js'
import type { OwnStack } from './own-stack.js'
import { storeWithoutConnection } from './store-outage.js'
import { soughtNameOf } from './texts/sought-name.js'
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
  /[Ff]etch failed|Failed to fetch|Network ?[Ee]rror|[Tt]imed?[- ]?[Oo]ut|TIMEOUT|[Dd]eadline|[Cc]onnection|(?<!entered )[Uu]nreachable|reset by peer|[Bb]roken pipe|\bEOF\b|\b[Nn]o (?:such (?:host|file)|rows\b|space left)|[Pp]ermission denied|[Cc]ertificate|\bOs \{ code: /
/** Phrases about the arguments of a call. */
const calledWrongly =
  /^(?:wrong number of arguments|missing keywords?:|unknown keywords?:|Too few arguments to function)|: Argument #\d{1,3} .{0,200} given, called in /
const passedWrongly =
  /\bmissing \d{1,3} required |\bunexpected keyword argument |\(Parameter '|\bParameter name: |: Argument #\d|^Parameter specified /
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
 * The frames that identify a fault: one if the failing function's own code or the language's library raised it. Its
 * caller counts as well if something outside the program responded, a package failed, the function fails on others'
 * behalf, or it was called wrongly. Callers that only act for others, such as a retry, are passed over. Further
 * callers add nothing: who reached that call is chance, and SDKs cut long stacks there. Where a store was out of reach,
 * no frame counts.
 * @returns undefined if all frames count.
 */
export function selectCallers(exception: NormalException, stack: OwnStack): readonly PlacedFrame[] | undefined {
  const { crash, contributing } = stack
  if (wrappedInGo.test(exception.type) || storeWithoutConnection(exception) !== '') return []
  if (contributing.length < 2 || crash === undefined) return undefined
  if (!isPlaced(crash)) return isRecurring(contributing) ? undefined : withCaller(contributing, true)
  if (isSought(exception)) return contributing.slice(-1)
  const isOther =
    (!stack.isThrownByOwn && !stack.isThrownByLanguage()) ||
    isFromOutside(exception) ||
    isUnreadableAnswer(exception, crash)
  const isCallersFault = (isAgent(crash) && !isOfNamedClient(crash)) || calledWrongly.test(exception.value)
  return (isOther && (isHelper(crash) || isWayIn(contributing.at(-2), crash))) || isCallersFault
    ? withCaller(contributing, isCallersFault)
    : contributing.slice(-1)
}

/**
 * The newest frame and the nearest caller that doesn't act for its own callers. A function that passes a closure to a
 * retry is not the caller of that closure.
 * @param isCallersFault True if a caller counts even if all of them act for others.
 */
function withCaller(frames: readonly PlacedFrame[], isCallersFault: boolean): readonly PlacedFrame[] {
  const last = frames.length - 1
  const callers = frames.slice(0, last).filter(({ place }) => !isSame(place, frames[last]?.place))
  const caller =
    callers.findLast((frame) => !actsForCallers(frame) && !isWayIn(frame, frames[last])) ??
    (isCallersFault ? callers.at(-1) : undefined)
  return frames.filter((frame, index) => frame === caller || index === last)
}

/** True for a helper in the module of what it calls: `Http.get` calls `Http.exchange` or `Http.check` for anybody. */
function isWayIn(frame: PlacedFrame | undefined, newest: PlacedFrame | undefined): boolean {
  if (frame === undefined || newest === undefined) return false
  const origin = originOf(frame)
  return origin !== '' && origin === originOf(newest) && isHelper(frame)
}

function originOf({ component }: PlacedFrame): string {
  return component.parts.find(({ name }) => name === 'module' || name === 'filename')?.value ?? ''
}

function isSame(one: Place, other: Place | undefined): boolean {
  return one.function === other?.function && one.module === other.module
}

/** Go's wrapped and joined errors: their text names every operation on the way, their stack only who reported them. */
const wrappedInGo = /^\*(?:fmt\.wrapErrors?|errors\.joinError)$/

/** Words of functions that run whatever they are given, which says nothing about what failed. */
const runningWords = new Set(
  (
    'run runs runner execute exec perform process handle once timed time attempt retry retrying with wrap wrapped wrapper ' +
    'work worker job jobs task tasks step do call invoke apply dispatch guard guarded safe safely each tick async action callback'
  ).split(' '),
)

function wordsOfName({ place }: PlacedFrame): readonly string[] {
  return lastName.exec(place.function)?.[0].match(wordInName) ?? []
}

/** Words of functions by which a framework runs a class that was written for it. */
const entryWords = new Set('run execute exec perform process handle work do call invoke async'.split(' '))

/** True if a function's name consists of such words. */
function isNamedOf(frame: PlacedFrame, some: ReadonlySet<string>): boolean {
  const words = wordsOfName(frame)
  return words.length > 0 && words.every((one) => some.has(one.toLowerCase()))
}

/** True for functions that run or do whatever their callers want. */
function actsForCallers(frame: PlacedFrame): boolean {
  return !isOfOneTask(frame) && (isNamedOf(frame, runningWords) || isAgent(frame))
}

/** Words of classes and modules that run whatever they are given, next to those of functions. */
const runningOwners = new Set(
  (
    'middleware policy policies pipeline queue queues bus executor execution executable dispatcher router routes route scheduler schedule timer ' +
    'metrics tracing trace logging resilience circuit breaker server app application main index base abstract common core util utils lib ' +
    'service services handler handlers command commands consumer listener event events background hosted processor engine loop pool thread ' +
    'scope context transaction transactions http api web rpc request requests message messages batch cron default simple async sync my the'
  ).split(' '),
)
const namedForOthers = /middleware|interceptor|decorator|polic(?:y|ies)|retry|filter|wrapper|proxy/i

/** True for the entry to a class named after what it does: `SyncStockJob.handle` does nothing but synchronize the stock. */
function isOfOneTask(frame: PlacedFrame): boolean {
  if (!isNamedOf(frame, entryWords)) return false
  const { function: name, module } = frame.place
  const owner = /^([^]{1,300})(?:::|#)\w+$/.exec(name)?.[1] ?? module
  if (namedForOthers.test(owner)) return false
  const ownerWords = lastName.exec(owner)?.[0].match(wordInName) ?? []
  return ownerWords.some((one) => !runningWords.has(one.toLowerCase()) && !runningOwners.has(one.toLowerCase()))
}

/** Words of functions that get whatever their callers want: those decide what failed. */
const helpingWords = new Set(
  (
    'get post put patch delete head send ask read write load save open close find list all by id key row rows scan query select insert update ' +
    'json text body bytes data file one many first last next async sync from to in with raw http api url sql db item items object value ' +
    'transaction transactional tx not found missing error entity record records page stream pull push receive connect response exchange transfer retrieve submit transmit'
  ).split(' '),
)

/** A class that talks to one service, and names for services that say nothing about which. */
const clientClass = /(?:^|[.:\\/])(\w{2,60}?)_?(?:[Cc]lient|[Gg]ateway|[Aa]dapter|[Cc]onnector)$/
const anyClient =
  /^(?:https?|rest|web|base|api|abstract|default|async|sync|soap|json|rpc|grpc|net|db|sql|redis|kafka|mongo|my|the|test|simple|generic|common|external|remote|shared|partner|upstream|backend|provider|vendor|outbound|retry|retrying|_){1,9}$/i

/** True for a client of a service that its class names: `StockClient.read` requests something of the stock, whoever calls it. */
function isOfNamedClient({ place }: PlacedFrame): boolean {
  const owner = place.function.includes('::') ? place.function.replace(/::\w*$/, '') : place.module
  const service = clientClass.exec(owner)?.[1]
  return service !== undefined && !anyClient.test(service)
}

function isHelper(frame: PlacedFrame): boolean {
  if (isOfNamedClient(frame)) return false
  return wordsOfName(frame).every(
    (one) =>
      helpingWords.has(one.toLowerCase()) || runningWords.has(one.toLowerCase()) || agentWords.has(one.toLowerCase()),
  )
}

/** True for functions that call each other: all of them are at fault. */
function isRecurring(frames: readonly PlacedFrame[]): boolean {
  const newest = frames.at(-1)?.place
  return frames.slice(0, -1).some(({ place }) => isSame(place, newest))
}

function isPlaced({ place, component, hasSourceLine }: PlacedFrame): boolean {
  const hasOrigin = component.parts.some(({ name }) => name === 'module' || name === 'filename')
  return place.function !== '' && (hasOrigin || hasSourceLine)
}

/** A Rust closure without the name of its function, which full debug information leaves out. */
const bareClosure = /^\{[a-z_]{1,40}\}$/

function isAgent(frame: PlacedFrame): boolean {
  const { place } = frame
  if (bareClosure.test(place.function)) return true
  const [first] = wordsOfName(frame)
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

/** Words of functions that send a request, unlike those that read a text they were given. */
const requestingWords = /^(?:get|post|put|patch|fetch|request|send|ask|call|exchange|http|api)$/i

/** Files and classes that send requests. */
const clientOrigin = /(?:client|gateway|connector)(?:\.\w{1,4})?$/i

/** True if the answer to a helper's request is not in the format that it reads. */
function isUnreadableAnswer({ type, value }: NormalException, crash: PlacedFrame): boolean {
  return (
    (/json|xml/i.test(type) || value.includes('not valid JSON')) &&
    (wordsOfName(crash).some((one) => requestingWords.test(one)) || clientOrigin.test(originOf(crash)))
  )
}

/** True if the text names what was sought in a store, or which part of its schema rejected it: a caller adds nothing. */
function isSought({ value }: NormalException): boolean {
  return soughtNameOf(value) !== '' && !calledWrongly.test(value) && !passedWrongly.test(value)
}
