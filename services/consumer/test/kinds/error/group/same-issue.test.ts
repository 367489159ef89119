import { expect } from 'chai'
import { fingerprintOf } from '../event-input.js'

type Frame = Record<string, unknown>

interface Pair {
  title: string
  left: unknown
  right: unknown
}

function error(platform: string, frames: Frame[], exception: Record<string, unknown> = {}): Record<string, unknown> {
  return { platform, exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames }, ...exception }] } }
}

function frame(name: string, more: Frame = {}): Frame {
  return { function: name, filename: '/srv/app/orders.js', lineno: 10, colno: 4, in_app: true, ...more }
}

function chain(...exceptions: Frame[]): unknown {
  return { platform: 'node', exception: { values: exceptions } }
}

const tick = frame('process.processTicksAndRejections', {
  filename: 'node:internal/process/task_queues',
  in_app: false,
})
const library = frame('Layer.handle', { filename: '/srv/app/node_modules/express/lib/layer.js', in_app: false })
const stackOf = (...frames: Frame[]) => ({ stacktrace: { frames } })

function group(leaves: Frame[]): unknown {
  const mechanisms = leaves.map((leaf, index) => ({
    ...leaf,
    mechanism: { type: 'chained', exception_id: index + 1, parent_id: 0, source: `errors[${index}]` },
  }))
  const root = { type: 'AggregateError', value: 'all failed', mechanism: { exception_id: 0, is_exception_group: true } }
  return chain(...mechanisms, root)
}

const samePairs: Pair[] = [
  {
    title: 'who called the function that failed',
    left: error('node', [frame('a'), frame('c')]),
    right: error('node', [frame('b'), frame('c')]),
  },
  {
    title: 'one function that calls another in turn, and in turn again',
    left: error('node', [frame('a'), frame('b')]),
    right: error('node', [frame('a'), frame('b'), frame('a'), frame('b')]),
  },
  {
    title: 'lines and columns moved',
    left: error('node', [frame('a'), frame('b')]),
    right: error('node', [frame('a', { lineno: 99 }), frame('b', { lineno: 7, colno: 1 })]),
  },
  {
    title: 'the line of a named function was rewritten',
    left: error('python', [frame('a', { context_line: 'pay()' })]),
    right: error('python', [frame('a', { context_line: 'pay(order.total)' })]),
  },
  {
    title: 'the value has other data',
    left: error('node', [frame('a')], { value: 'order 1 failed' }),
    right: error('node', [frame('a')], { value: 'order 27 failed' }),
  },
  {
    title: 'frames of the runtime come and go',
    left: error('node', [tick, frame('a')]),
    right: error('node', [frame('a')]),
  },
  {
    title: 'frames of libraries come and go',
    left: error('node', [library, frame('a'), library]),
    right: error('node', [frame('a')]),
  },
  {
    title: 'the deployed folder changed',
    left: error('node', [frame('a', { filename: '/releases/1/orders.js' })]),
    right: error('node', [frame('a', { filename: 'C:\\releases\\2\\Orders.js' })]),
  },
  {
    title: 'engines name the object of a method differently',
    left: error('javascript', [frame('Object.save [as onClick]')]),
    right: error('javascript', [frame('null.save')]),
  },
  {
    title: 'an unknown function has another spelling',
    left: error('javascript', [frame('?'), frame('b')]),
    right: error('javascript', [frame('<anonymous>'), frame('b')]),
  },
  {
    title: 'a browser loads the file from elsewhere',
    left: error('javascript', [frame('a', { filename: 'https://a.example.com/app.1f2e.js' })]),
    right: error('javascript', [frame('a', { filename: 'https://b.example.com/app.77aa.js?v=2' })]),
  },
  {
    title: 'a browser page without function names has other source lines',
    left: error('javascript', [frame('?', { filename: 'https://a.example.com/', context_line: 'x()' })]),
    right: error('javascript', [frame('?', { filename: 'https://a.example.com/', context_line: 'y()' })]),
  },
  {
    title: 'the source line is indented differently',
    left: error('python', [frame('pay', { module: 'shop.pay', context_line: '    charge(order)' })]),
    right: error('python', [frame('pay', { module: 'shop.pay', context_line: '\tcharge(order)  ' })]),
  },
  {
    title: 'long source lines differ',
    left: error('node', [frame('a', { context_line: 'a'.repeat(121) })]),
    right: error('node', [frame('a', { context_line: 'b'.repeat(130) })]),
  },
  {
    title: 'a function calls itself more often',
    left: error('node', [frame('walk', { lineno: 3 })]),
    right: error('node', [frame('walk', { lineno: 3 }), frame('walk', { lineno: 5 }), frame('walk', { lineno: 5 })]),
  },
  {
    title: 'Ruby blocks and template numbers differ',
    left: error('ruby', [
      frame('block in run', { filename: 'a.rb' }),
      frame('_app_views_index_erb__123456_7890', { filename: 'index.erb' }),
    ]),
    right: error('ruby', [
      frame('block (2 levels) in Shop::Orders#run', { filename: 'a.rb' }),
      frame('_app_views_index_erb__998877_4455', { filename: 'index.erb' }),
    ]),
  },
  {
    title: 'the JVM numbers its lambdas and proxies anew',
    left: error('java', [
      frame('lambda$main$0', { module: 'shop.Orders$$Lambda$14/0x0000000800c8' }),
      frame('pay', { module: 'shop.Pay$$EnhancerBySpringCGLIB$$1f2e3d' }),
      frame('invoke', { module: 'shop.GeneratedMethodAccessor12' }),
    ]),
    right: error('java', [
      frame('lambda$main$3', { module: 'shop.Orders$$Lambda$99/0x0000000801ff' }),
      frame('pay', { module: 'shop.Pay$$EnhancerBySpringCGLIB$$99aa88' }),
      frame('invoke', { module: 'shop.GeneratedMethodAccessor7' }),
    ]),
  },
  {
    title: 'PHP names anonymous classes by their path',
    left: error('php', [frame('class@anonymous\0/srv/1/a.php:12$0::handle', { filename: 'a.php' })]),
    right: error('php', [frame('class@anonymous\0/srv/2/a.php:33$1::handle', { filename: 'a.php' })]),
  },
  {
    title: 'a native function has other parameters',
    left: error('native', [frame('std::vector<int> ns::save<int>(char*) const', { filename: 'a.cc' })]),
    right: error('native', [frame('void ns::save<long>(int, int)', { filename: 'a.cc' })]),
  },
  {
    title: 'Go lines moved in a bare list of exceptions',
    left: {
      platform: 'go',
      exception: [{ type: '*fmt.wrapError', value: 'order 7', ...stackOf(frame('main.run', { module: 'main' })) }],
    },
    right: {
      platform: 'go',
      exception: [
        { type: '*fmt.wrapError', value: 'order 12', ...stackOf(frame('main.run', { module: 'main', lineno: 1 })) },
      ],
    },
  },
  {
    title: 'values without a stack differ in ids',
    left: error('node', [], { value: 'order 991 of alice@example.com not found' }),
    right: error('node', [], { value: 'order 15 of bob@example.org not found' }),
  },
  {
    title: 'a cause with library frames only differs in ids',
    left: chain(
      { type: 'DbError', value: 'row 7', ...stackOf(library) },
      { type: 'Error', value: 'x', ...stackOf(frame('a')) },
    ),
    right: chain(
      { type: 'DbError', value: 'row 8', ...stackOf(library) },
      { type: 'Error', value: 'x', ...stackOf(frame('a')) },
    ),
  },
  {
    title: 'a group holds more exceptions of one kind',
    left: group([{ type: 'TypeError', value: 'a', ...stackOf(frame('a')) }]),
    right: group([
      { type: 'TypeError', value: 'a', ...stackOf(frame('a')) },
      { type: 'TypeError', value: 'b', ...stackOf(frame('a')) },
    ]),
  },
  {
    title: 'a group lists its exceptions in another order',
    left: group([
      { type: 'TypeError', value: 'a', ...stackOf(frame('a')) },
      { type: 'RangeError', value: 'b', ...stackOf(frame('b')) },
    ]),
    right: group([
      { type: 'RangeError', value: 'b', ...stackOf(frame('b')) },
      { type: 'TypeError', value: 'a', ...stackOf(frame('a')) },
    ]),
  },
  {
    title: 'a message differs in ids',
    left: { message: 'order 3f2504e0-4f89-41d3-9a0c-0305e82c3301 took 35ms' },
    right: { message: 'order 7c9e6679-7425-40de-944b-e07fc1f90ae7 took 4020ms' },
  },
  {
    title: 'a template is filled in differently',
    left: { logentry: { message: 'user %s left', params: ['ann'] } },
    right: { logentry: { message: 'user %s left', formatted: 'user bob left' } },
  },
  {
    title: 'a message with a template is logged from elsewhere',
    left: {
      logentry: { message: 'user %s left', params: ['ann'] },
      exception: { values: [{ value: 'user ann left', mechanism: { synthetic: true }, ...stackOf(frame('a')) }] },
    },
    right: {
      logentry: { message: 'user %s left', params: ['bob'] },
      exception: { values: [{ value: 'user bob left', mechanism: { synthetic: true }, ...stackOf(frame('b')) }] },
    },
  },
  {
    title: 'the application says so',
    left: { ...error('node', [frame('a')]), fingerprint: ['payments', '{{ tags.region }}'], tags: { region: 'eu' } },
    right: { message: 'other', fingerprint: ['payments', '{{tags.region}}'], tags: [['region', 'eu']] },
  },
  {
    title: 'the application asks for the default',
    left: { ...error('node', [frame('a')]), fingerprint: ['{{default}}'] },
    right: { ...error('node', [frame('a')]), fingerprint: [] },
  },
]

const otherPairs: Pair[] = [
  { title: 'the type', left: error('node', [frame('a')]), right: error('node', [frame('a')], { type: 'TypeError' }) },
  { title: 'the function', left: error('node', [frame('a')]), right: error('node', [frame('b')]) },
  {
    title: 'the file',
    left: error('go', [frame('a')]),
    right: error('go', [frame('a', { filename: '/srv/app/pay.js' })]),
  },
  {
    title: 'the source line of a function without a name',
    left: error('python', [frame('<lambda>', { context_line: 'pay()' })]),
    right: error('python', [frame('<lambda>', { context_line: 'refund()' })]),
  },
  {
    title: 'the words of the line that raises',
    left: error('python', [frame('a', { context_line: 'raise Error("card declined")' })], { value: 'card declined' }),
    right: error('python', [frame('a', { context_line: 'raise Error("order empty")' })], { value: 'order empty' }),
  },
  {
    title: 'the caller of a function that fails for others',
    left: error('node', [frame('a'), frame('requireOrder')]),
    right: error('node', [frame('b'), frame('requireOrder')]),
  },
  {
    title: 'the cause',
    left: chain({ type: 'KeyError', value: 'k' }, { type: 'Error', value: 'x', ...stackOf(frame('a')) }),
    right: chain({ type: 'TypeError', value: 'k' }, { type: 'Error', value: 'x', ...stackOf(frame('a')) }),
  },
  {
    title: 'the words of a value without stack',
    left: error('node', [], { value: 'order 1 not found' }),
    right: error('node', [], { value: 'order 1 not paid' }),
  },
  {
    title: 'the kinds in a group',
    left: group([{ type: 'TypeError', value: 'a', ...stackOf(frame('a')) }]),
    right: group([
      { type: 'TypeError', value: 'a', ...stackOf(frame('a')) },
      { type: 'RangeError', value: 'a', ...stackOf(frame('a')) },
    ]),
  },
  {
    title: 'the template',
    left: { logentry: { message: 'user %s left', params: ['ann'] } },
    right: { logentry: { message: 'user %s came', params: ['ann'] } },
  },
  {
    title: 'where a message with a stack comes from',
    left: { message: 'x', threads: [{ current: true, ...stackOf(frame('a')) }] },
    right: { message: 'x', threads: [{ current: true, ...stackOf(frame('b')) }] },
  },
  {
    title: 'a part that subdivides the default',
    left: { ...error('node', [frame('a')]), fingerprint: ['{{ default }}', 'eu'] },
    right: { ...error('node', [frame('a')]), fingerprint: ['{{ default }}', 'us'] },
  },
  {
    title: 'the default below such a part',
    left: { ...error('node', [frame('a')]), fingerprint: ['{{ default }}', 'eu'] },
    right: { ...error('node', [frame('b')]), fingerprint: ['{{ default }}', 'eu'] },
  },
  { title: 'where parts end', left: { fingerprint: ['ab', 'c'] }, right: { fingerprint: ['a', 'bc'] } },
  {
    title: 'the end of a very long part',
    left: { fingerprint: ['x'.repeat(10_000) + 'a'] },
    right: { fingerprint: ['x'.repeat(10_000) + 'b'] },
  },
  {
    title: 'the value of a variable',
    left: { ...error('node', []), fingerprint: ['{{ error.value }}'], message: 'm' },
    right: { ...error('node', [], { value: 'y' }), fingerprint: ['{{ error.value }}'], message: 'm' },
  },
]

describe('events are one issue although', () => {
  for (const { title, left, right } of samePairs) {
    it(title, () => {
      expect(fingerprintOf(left)).to.equal(fingerprintOf(right))
    })
  }
})

describe('events are different issues by', () => {
  for (const { title, left, right } of otherPairs) {
    it(title, () => {
      expect(fingerprintOf(left)).to.not.equal(fingerprintOf(right))
    })
  }
})
