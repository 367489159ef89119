import { different, errorEvent, same, type Exception, type Frame, type Pair, type Payload } from './pair.js'

const frame = (name: string, file: string, isOwn = true): Frame => ({
  function: name,
  filename: isOwn ? `/srv/app/${file}` : `/srv/app/node_modules/${file}`,
  lineno: name.length,
  in_app: isOwn,
})

const load = [frame('handle', 'http.js'), frame('loadCart', 'cart.js')]
const save = [frame('handle', 'http.js'), frame('saveCart', 'cart.js')]
const driver = [frame('Connection.query', 'pg/lib/client.js', false)]

const cause = (type: string, value: string, frames: Frame[] = driver): Exception => ({
  type,
  value,
  frames,
  mechanism: { type: 'chained', handled: true, source: 'cause', exception_id: 1, parent_id: 0 },
})
const top = (type: string, value: string, frames: Frame[] = load): Exception => ({
  type,
  value,
  frames,
  mechanism: { type: 'generic', handled: true, exception_id: 0 },
})
const chain = (...exceptions: Exception[]): Payload => errorEvent('node', ...exceptions)

/** A group flattened like SDKs do: its root last, with id 0. */
function group(type: string, leaves: Exception[], root: Partial<Exception> = {}): Payload {
  const children = leaves.map((leaf, index) => ({
    ...leaf,
    mechanism: { type: 'chained', source: `errors[${index}]`, exception_id: index + 1, parent_id: 0 },
  }))
  const mechanism = { type: 'generic', exception_id: 0, is_exception_group: true }
  return errorEvent('node', ...children.reverse(), { type, value: 'several failed', frames: load, ...root, mechanism })
}

const timeout: Exception = { type: 'TimeoutError', value: 'after 30 s', frames: [frame('fetchPrice', 'prices.js')] }
const refused: Exception = {
  type: 'ConnectionError',
  value: 'refused by 10.0.0.7',
  frames: [frame('fetchStock', 'stock.js')],
}
const denied: Exception = { type: 'AccessError', value: 'denied', frames: [frame('fetchUser', 'users.js')] }

const python = (...exceptions: Exception[]): Payload => errorEvent('python', ...exceptions)
const inner = (type: string, name: string): Exception => ({
  type,
  value: 'x',
  frames: [{ module: 'shop.tasks', function: name, in_app: true }],
})
const pythonGroup = (leaves: Exception[], around: Exception): Payload => {
  const children = leaves.map((leaf, index) => ({
    ...leaf,
    mechanism: { type: 'chained', exception_id: index + 2, parent_id: 1 },
  }))
  return python(
    ...children.reverse(),
    {
      type: 'ExceptionGroup',
      value: `unhandled errors in a TaskGroup (${leaves.length} sub-exceptions)`,
      mechanism: { exception_id: 1, parent_id: 0, is_exception_group: true, source: '__cause__' },
    },
    { ...around, mechanism: { exception_id: 0 } },
  )
}

const goError = (...exceptions: Exception[]): Payload => ({
  platform: 'go',
  exception: exceptions.map(({ frames, ...fields }) =>
    frames === undefined ? fields : { ...fields, stacktrace: { frames } },
  ),
})
const goFrames = (name: string): Frame[] => [
  { module: 'example.com/shop/cart', function: name, abs_path: '/src/cart/store.go', in_app: true },
]

const javaError = (...exceptions: Exception[]): Payload => errorEvent('java', ...exceptions)
const java = (type: string, name: string, value: string): Exception => ({
  type,
  value,
  module: 'com.shop',
  frames: [{ module: 'com.shop.Cart', function: name, lineno: 4, in_app: true }],
})

const sameChains = same(
  'chained exceptions',
  [
    'ids in the texts',
    chain(cause('DbError', 'row 17 is locked'), top('OrderError', 'order 17')),
    chain(cause('DbError', 'row 99 is locked'), top('OrderError', 'order 99')),
  ],
  [
    'lines of the cause',
    chain(cause('DbError', 'locked', save), top('OrderError', 'x')),
    chain(
      cause(
        'DbError',
        'locked',
        save.map((one) => ({ ...one, lineno: 400 })),
      ),
      top('OrderError', 'x'),
    ),
  ],
  [
    'library frames of the cause',
    chain(cause('DbError', 'locked'), top('OrderError', 'x')),
    chain(
      cause('DbError', 'locked', [...driver, frame('Socket.onData', 'pg/lib/socket.js', false)]),
      top('OrderError', 'x'),
    ),
  ],
  [
    'wrapped errors of Go',
    goError(
      { type: '*errors.errorString', value: 'cart 17 is locked' },
      { type: '*fmt.wrapError', value: 'save cart 17: cart 17 is locked', frames: goFrames('Save') },
    ),
    goError(
      { type: '*errors.errorString', value: 'cart 5 is locked' },
      { type: '*fmt.wrapError', value: 'save cart 5: cart 5 is locked', frames: goFrames('Save') },
    ),
  ],
  [
    'causes of Java',
    javaError(java('SQLException', 'query', 'timeout after 30 s'), java('OrderException', 'place', 'order 17')),
    javaError(java('SQLException', 'query', 'timeout after 31 s'), java('OrderException', 'place', 'order 18')),
  ],
  [
    'exceptions during handling in Python',
    python(inner('KeyError', 'find'), inner('RuntimeError', 'recover')),
    python({ ...inner('KeyError', 'find'), value: "'other'" }, inner('RuntimeError', 'recover')),
  ],
)

const otherChains = different(
  'chained exceptions',
  [
    'types of the cause',
    chain(cause('DbError', 'locked'), top('OrderError', 'x')),
    chain(cause('HttpError', 'locked'), top('OrderError', 'x')),
  ],
  ['a cause or none', chain(cause('DbError', 'locked'), top('OrderError', 'x')), chain(top('OrderError', 'x'))],
  [
    'texts of causes without frames of the application',
    chain(cause('DbError', 'row is locked'), top('OrderError', 'x')),
    chain(cause('DbError', 'disk is full'), top('OrderError', 'x')),
  ],
  [
    'places of the main exception',
    chain(cause('DbError', 'locked'), top('OrderError', 'x', load)),
    chain(cause('DbError', 'locked'), top('OrderError', 'x', save)),
  ],
  [
    'places of the cause',
    chain(cause('DbError', 'locked', load), top('OrderError', 'x')),
    chain(cause('DbError', 'locked', save), top('OrderError', 'x')),
  ],
  [
    'wrapped errors of Go',
    goError(
      { type: '*errors.errorString', value: 'locked' },
      { type: '*fmt.wrapError', value: 'a', frames: goFrames('Save') },
    ),
    goError(
      { type: '*os.PathError', value: 'locked' },
      { type: '*fmt.wrapError', value: 'a', frames: goFrames('Save') },
    ),
  ],
  [
    'texts of wrapped errors of Go',
    goError(
      { type: '*errors.errorString', value: 'cart is locked' },
      { type: '*fmt.wrapError', value: 'a', frames: goFrames('Save') },
    ),
    goError(
      { type: '*errors.errorString', value: 'cart is gone' },
      { type: '*fmt.wrapError', value: 'a', frames: goFrames('Save') },
    ),
  ],
  [
    'order of types in Java',
    javaError(java('SQLException', 'query', 'x'), java('OrderException', 'place', 'x')),
    javaError(java('OrderException', 'place', 'x'), java('SQLException', 'query', 'x')),
  ],
)

const sameGroups = same(
  'grouped exceptions',
  ['one or many of a kind', group('AggregateError', [timeout]), group('AggregateError', [timeout, timeout, timeout])],
  ['order of the members', group('AggregateError', [timeout, refused]), group('AggregateError', [refused, timeout])],
  [
    'many of two kinds',
    group('AggregateError', [timeout, refused]),
    group('AggregateError', [timeout, refused, timeout, refused]),
  ],
  [
    'ids of the members',
    group('AggregateError', [refused]),
    group('AggregateError', [{ ...refused, value: 'refused by 10.0.0.9' }]),
  ],
  [
    'text of the group',
    group('AggregateError', [timeout, denied]),
    group('AggregateError', [timeout, denied], { value: '2 of 5 failed' }),
  ],
  [
    'members of a task group behind a cause',
    pythonGroup([inner('KeyError', 'a')], inner('RuntimeError', 'run')),
    pythonGroup([inner('KeyError', 'a'), inner('KeyError', 'a')], inner('RuntimeError', 'run')),
  ],
  [
    'where the group was made, all of a kind',
    group('AggregateError', [timeout]),
    group('AggregateError', [timeout], { frames: save }),
  ],
)

const otherGroups = different(
  'grouped exceptions',
  ['kinds of members', group('AggregateError', [timeout]), group('AggregateError', [refused])],
  ['one kind more', group('AggregateError', [timeout, refused]), group('AggregateError', [timeout, refused, denied])],
  ['one kind or two', group('AggregateError', [timeout]), group('AggregateError', [timeout, refused])],
  [
    'where the members crashed',
    group('AggregateError', [timeout]),
    group('AggregateError', [{ ...timeout, frames: [frame('fetchTax', 'tax.js')] }]),
  ],
  [
    'around a task group',
    pythonGroup([inner('KeyError', 'a')], inner('RuntimeError', 'run')),
    pythonGroup([inner('KeyError', 'a')], inner('RuntimeError', 'stop')),
  ],
)

/** Errors that contain other errors. */
export const chainPairs: Pair[] = [...sameChains, ...otherChains, ...sameGroups, ...otherGroups]
