/**
 * Vocabulary of observations. Any other word must occur in the evidence that a claim refers to. Words for reasons,
 * blame and sentiment are omitted on purpose: no assertion on stored data can support them.
 */
export const plainWords: ReadonlySet<string> = new Set(
  `a an the this that these those its their it they there here one other others another both each any some many few several
  and or but nor of in on at to from by for with within into over under between among against per about around near across
  before after since until during while when then than as if where which whose what again also still already first last
  second third next previous earlier later newest oldest new old early late same different together apart once
  is are was were be been being has have had having do does did done can could
  began begins begin started starts start stopped stops stop ended ends end went goes gone came comes come kept keeps
  stayed stays remained remains reached reaches exceeded exceeds saw seen shows show showed lists listed named names
  appeared appears occurred occurs happened happens recorded records reported reports sent sends received answered answers
  served serves called calls call ran runs run contains contain contained holds held counts counted found measured
  rose rises rise risen grew grows grown increased increases increase climbed fell falls fallen dropped drops decreased
  decreases decrease changed changes change moved doubled doubles tripled halved peaked returned returns
  more less most least fewer higher lower greater smaller larger highest lowest above below up down high low
  about nearly almost roughly exactly approximately only just
  count counts number numbers total sum share ratio rate rates percent percentile median mean average maximum minimum peak
  value values level levels baseline duration durations latency throughput time times minute minutes second seconds hour
  hours day days window range period interval moment instant onset
  error errors failure failures failed failing fails fail exception exceptions warning warnings event events message
  messages log logs line lines entry entries pattern patterns request requests response responses status statuses code
  codes trace traces span spans operation operations service services caller callers callee callees dependency
  dependencies endpoint endpoints route host hosts node nodes pod pods container containers cluster namespace memory cpu
  disk network usage use capacity limit limits restart restarts restarted crash crashes crashed loop loops
  deployment deployments deployed deploy release releases released version versions commit commits committed flag flags
  configuration config diff diffs file files title author repository issue issues fingerprint fingerprints group groups
  metric metrics series sample samples point points query queries row rows result results evidence
  no not none without zero never nothing all every true false null empty missing absent present known unknown
  live ok healthy slow slower fast faster longer shorter`
    .split(/\s+/)
    .filter(Boolean),
)

/** Words that negate; an assertion must do so too. */
export const denyingWords: ReadonlySet<string> = new Set([
  'no',
  'not',
  'none',
  'without',
  'never',
  'nothing',
  'absent',
  'missing',
  'empty',
  'only',
  'all',
  'every',
])

/** Words for a rise or fall; an assertion must compare. */
export const comparingWords: ReadonlySet<string> = new Set(
  `rose rises rise risen grew grows grown increased increases increase climbed fell falls fallen dropped drops decreased
  decreases decrease doubled doubles tripled halved peaked more less most least fewer higher lower greater smaller larger
  highest lowest above below exceeded exceeds slower faster longer shorter`
    .split(/\s+/)
    .filter(Boolean),
)
