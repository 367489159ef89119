import { expect } from 'chai'
import { grouped } from './grouped.js'
import { errorEvent, type Frame } from './pairs/pair.js'

const node = (frame: Frame): Frame => ({ module: 'orders', filename: '/srv/orders.js', in_app: true, ...frame })
const fingerprint = (platform: string, frames: Frame[], exception: { type?: string; value?: string } = {}) =>
  grouped(errorEvent(platform, { type: 'ApiError', value: '', ...exception, frames })).fingerprint

/** A line with a `^` below the column. */
const at = (line: string, word: string): Frame => ({ context_line: line, colno: line.indexOf(word) + 1 })
const generator = { function: 'Generator.next', filename: '<anonymous>', in_app: true }

describe('the body of an async function that was transpiled to a generator', () => {
  const load = fingerprint('node', [node({ function: 'Orders.load' })])
  const openings: [transpiler: string, lines: string[]][] = [
    ['esbuild', ['  load(id) {', '    return __async(this, null, function* () {', '      yield read(id);']],
    ['esbuild, an arrow', ['const load = (id) => __async(null, null, function* () {', '  yield read(id);']],
    ['esbuild, a field', ['    __publicField(this, "load", (id) => __async(this, null, function* () {']],
    ['TypeScript', ['exports.load = function (id) {', '    return __awaiter(this, void 0, void 0, function* () {']],
    ['Babel', ['const load = _asyncToGenerator(function* (id) {', '  if (id) {']],
  ]

  for (const [transpiler, lines] of openings) {
    it(`has the function's name: ${transpiler}`, () => {
      const body = node({ function: '?', pre_context: lines, context_line: '        throw new ApiError("gone");' })
      const resumed = node({ function: 'fulfilled', context_line: 'step(generator.next(value));' })
      expect(fingerprint('node', [resumed, generator, body])).to.equal(load)
    })
  }

  it('has no name within another function, or if the sent lines do not include the beginning', () => {
    const body = (...lines: string[]) =>
      fingerprint('node', [node({ function: '?', pre_context: lines, context_line: '      fail();' })])
    expect(body('const load = () => __async(null, null, function* () {', '  rows.map((row) => {')).to.equal(body())
    expect(body('  yield read(id);')).to.equal(body())
  })

  it('is recognized by the code that resumes it, even if esbuild numbered the helper', () => {
    const body = node({ function: 'ship' })
    const resumed = [node({ function: 'step2' }), generator, body]
    expect(fingerprint('node', resumed)).to.equal(fingerprint('node', [body]))
  })
})

describe('a text of the application with a path', () => {
  const failed = (path: string) => {
    const exchange = { module: 'com.shop.net.Partner', function: 'exchange', in_app: true }
    return fingerprint('java', [exchange], { type: 'CallException', value: `Partner call failed: ${path}` })
  }

  it('says by its first part who was asked', () => {
    expect(failed('/crypto/o12')).to.not.equal(failed('/wallet/o12'))
    expect(failed('/api/v1/crypto/o12')).to.equal(failed('/crypto/o13'))
    expect(failed('/crypto/o12')).to.equal(failed('/crypto/o99'))
  })

  it('says nothing by the path of a file or a path of one part', () => {
    expect(failed('/var/lib/crypto')).to.equal(failed('/tmp/wallet'))
    expect(failed('/crypto')).to.equal(failed('/wallet'))
  })
})

describe('a key that Python did not find', () => {
  const missing = (line: string, value = "'MTR-8812'") =>
    fingerprint('python', [{ module: 'meters', function: 'describe', in_app: true, context_line: line }], {
      type: 'KeyError',
      value,
    })

  it('is told apart by the only mapping that the line asks for data', () => {
    expect(missing('meter = CACHE[meter_id]')).to.not.equal(missing('return MODELS[meter["model"]]["phases"]'))
    expect(missing('meter = CACHE[meter_id]')).to.equal(missing('return CACHE[meter.id]', "'MTR-9'"))
  })

  it('is not if the line spells the key, or there are several mappings', () => {
    expect(missing("total = ORDERS[order]['vat']", "'vat'")).to.equal(missing('sum = BILLS[bill]["vat"]', "'vat'"))
    expect(missing('rate = RATES[zone] * SHARES[zone]')).to.equal(missing('fee = FEES[zone] + TAXES[zone]'))
  })
})

describe('an awaiting caller', () => {
  const load = node({ function: 'load' })
  const withCaller = (line: string, word: string) =>
    fingerprint('node', [node({ function: 'report', ...at(line, word) }), load])

  it('does not count if it awaited a closure that has returned', () => {
    expect(withCaller('    await job()', 'await')).to.equal(fingerprint('node', [load]))
    expect(withCaller("'{snip} { try { await job() } catch { await rest() }", 'job')).to.equal(
      fingerprint('node', [load]),
    )
  })

  it('does not count if it awaited a function chosen from a table, wherever that failed', () => {
    const missing = { type: 'Error', value: "ENOENT: no such file or directory, open '/srv/a.zpl'" }
    const open: Frame = { module: 'promises', filename: 'node:internal/fs/promises', function: 'open', in_app: false }
    const worker = node({ function: 'enqueue', ...at('      await handlers[job.name](job);', 'await') })
    const alone = fingerprint('node', [open], missing)
    expect(fingerprint('node', [worker, open], missing)).to.equal(alone)
    const direct = node({ function: 'enqueue', ...at('      await open(job);', 'await') })
    expect(fingerprint('node', [direct, open], missing)).not.to.equal(alone)
  })

  it('counts if it wrote the closure that called the function', () => {
    const query = node({ function: 'query', ...at('  return await pool.query(sql)', 'await') })
    const pool = { function: 'run', filename: 'node_modules/pg-pool/index.js', in_app: false }
    const inClosure = (...frames: readonly Frame[]) => fingerprint('node', [...frames, query, pool])
    const author = (name: string, line: string) => node({ function: name, ...at(line, 'await') })
    const short = (name: string) => author(name, 'await db.transaction((tx) => tx.query(update))')
    const long = (name: string) => [
      author(name, 'await db.transaction(async (tx) => {'),
      author('transaction', 'const result = await job(tx)'),
      author('?', '  await tx.query(update)'),
    ]
    expect(inClosure(short('reserve'))).to.not.equal(inClosure(short('settle')))
    expect(inClosure(...long('reserve'))).to.not.equal(inClosure(...long('settle')))
    expect(inClosure(...long('reserve'))).to.equal(inClosure(short('reserve')))
  })

  it('counts if it called the function itself, or the closure without awaiting', () => {
    const called = fingerprint('node', [node({ function: 'report' }), load])
    expect(withCaller('    await this.orders.load(id)', 'await')).to.equal(called)
    expect(withCaller('    await job()', 'job')).to.equal(called)
  })
})

describe('an anonymous function', () => {
  const handler = (line: string, word = 'cart') =>
    fingerprint('node', [node({ function: '<anonymous>', ...at(line, word) })])

  it("counts by its statement's words, whatever the formatting", () => {
    const one = handler("app.get('/total', async (q, r) => { const c = await q.cart.sum(); r.send(c) })")
    expect(handler('    const c = yield q.cart.sum();')).to.equal(one)
    expect(handler('    const d = yield q.cart.sum();')).to.not.equal(one)
    expect(handler('    const c2 = yield q.cart.sum();')).to.equal(one)
    expect(handler('    const c = yield q.cart.sum2();')).to.not.equal(one)
    const brackets = handler('app.get("/a{b;c}", (q, r) => r.send(q.cart.sum));')
    expect(handler("app.get('/a{b;c}', (q, r) => r.send(q.cart.sum))")).to.equal(brackets)
  })

  it('is not identified by its caller or by the property that holds it', () => {
    const line = at('      user.mail.trim();', 'trim')
    const alone = fingerprint('node', [node({ function: '?', ...line })])
    expect(fingerprint('node', [node({ function: 'retry' }), node({ function: '?', ...line })])).to.equal(alone)
    expect(fingerprint('node', [node({ function: 'Timeout._onTimeout', ...line })])).to.equal(alone)
  })

  it('is not identified by its line if that was truncated within the statement', () => {
    const cut = (text: string) =>
      fingerprint('node', [node({ function: '?', context_line: `${text} {snip}`, colno: 4 })])
    expect(cut('send(q.cart')).to.equal(cut('take(q.wish'))
  })
})

describe('a function that was passed to a call and is called through a property', () => {
  const kept = (frame: Frame, property = 'Object.handler') =>
    fingerprint('node', [node({ function: property, ...frame })])
  const orders = at("route('POST', '/orders', async (c) => { c.res.end(); c.res.setHeader('x', c.id) })", 'setHeader')
  const login = at("route('POST', '/login', (c) => { c.res.end('ok'); c.res.setHeader('y', '1') })", 'setHeader')
  const below = (...lines: string[]): Frame => ({ pre_context: lines, ...at('    c.res.fail(c.id)', 'fail') })

  it('counts by its statement, whatever the property and the formatting', () => {
    expect(kept(orders)).to.not.equal(kept(login))
    expect(kept(orders, 'Worker.processFn')).to.equal(kept(orders))
    const lines = ["route('POST', '/orders', async (c: Context): Promise<void> => {", '  c.res.end()']
    expect(kept({ pre_context: lines, ...at("  c.res.setHeader('x', c.id)", 'setHeader') })).to.equal(kept(orders))
    const unnamed = kept(below(), '?')
    expect(kept(below("route('/a', function (c) {", '  if (c.id > limit(7)) {'))).to.equal(unnamed)
  })

  it('has a name if the code that begins it spells one', () => {
    const named = kept(below())
    expect(kept(below('  handler: async (c) => {'))).to.equal(named)
    expect(kept(below('  handler: checked((c) => {'))).to.equal(named)
    expect(kept(below('  async handler(c) {', '    for (const one of c.ids.map((id) => id.row)) {'))).to.equal(named)
  })

  it('is not mistaken for a function that its line passes elsewhere', () => {
    const named = kept(below())
    expect(kept(at('  return rows.map((row) => row.id).join()', 'join'))).to.equal(named)
    expect(kept(at('  return sum(rows, (row) => row.id, this.rest.id)', 'rest'))).to.equal(named)
    expect(kept(at('  retry(() => { close() }, c.times.value)', 'value'))).to.equal(named)
  })
})

describe('wrappers', () => {
  const crash: Record<string, Frame> = {
    python: { module: 'shop', function: 'find', context_line: 'return STOCK[number]', in_app: true },
    node: node({ function: 'find' }),
    ruby: { filename: 'shop.rb', function: 'find', context_line: 'STOCK.fetch(number)', in_app: true },
    php: { filename: 'Shop.php', function: 'Shop::find', context_line: 'return $stock[$number];', in_app: true },
  }
  const lines: [platform: string, line: string, counts: boolean][] = [
    ['python', '        return job(*args, **kwargs)', false],
    ['python', '        task(*args)', false],
    ['python', '        return measured(task, *args)', false],
    ['python', '        return Order(*row)', true],
    ['python', '        super().save(*args, **kwargs)', true],
    ['python', '    yield connection', false],
    ['python', '    yield parse(line)', true],
    ['node', '  return job(...args)', false],
    ['node', '  return job.apply(this, arguments)', false],
    ['node', '  return Math.max(...rows.map(find))', true],
    ['ruby', '    job.call(*args, &block)', false],
    ['ruby', '    find(*ids.first)', true],
    ['php', '        return $job(...$args);', false],
    ['php', '        return $next($request);', false],
    ['php', '        return $next->total($order);', true],
  ]
  for (const [platform, line, counts] of lines) {
    it(`${counts ? 'count' : 'do not count'} on ${platform}: ${line.trim()}`, () => {
      const last = crash[platform]!
      const wrapper: Frame = { ...last, function: 'measure', context_line: line }
      const isSame = fingerprint(platform, [wrapper, last]) === fingerprint(platform, [last])
      expect(isSame).to.equal(!counts)
    })
  }
})

describe('endless recursion', () => {
  const step = (...names: string[]): Frame[] => names.map((name) => ({ module: 'shop', function: name, in_app: true }))
  const rounds = (times: number) => step(...Array.from({ length: times }, () => ['visit', 'step']).flat())
  const endless = { type: 'RecursionError', value: 'maximum recursion depth exceeded' }

  it('counts by the functions that call each other, whatever the entry point and the truncation', () => {
    const one = fingerprint('python', [...step('nightly'), ...rounds(20)], endless)
    expect(fingerprint('python', [...step('step'), ...rounds(7), ...step('visit', 'sizeOf')], endless)).to.equal(one)
    expect(fingerprint('python', [...rounds(20), ...step('walk', 'walk', 'walk')], endless)).to.equal(one)
    expect(fingerprint('python', step('walk', 'walk', 'walk', 'walk'), endless)).to.not.equal(one)
  })

  it('counts by its stack if nothing repeats', () => {
    expect(fingerprint('python', step('nightly', 'visit'), endless)).to.not.equal(
      fingerprint('python', step('nightly', 'step'), endless),
    )
  })
})

describe('counted things in a text', () => {
  const message = (text: string) => grouped({ message: text }).fingerprint

  it('are the same in singular and plural', () => {
    expect(message('2 validation errors for Item')).to.equal(message('1 validation error for Item'))
    expect(message('read 1,204 rows')).to.equal(message('read 1 row'))
  })

  it('include Erlang processes and references with any number', () => {
    expect(message('no reply from #PID<0.51.0>')).to.equal(message('no reply from #PID<0.1204.7>'))
    expect(message('stale #Reference<0.4.3.2>')).to.equal(message('stale #Reference<0.398722.2342.88>'))
  })
})

describe('renamed types', () => {
  it("are grouped as the newest version's", () => {
    const timeout = (module: string, type: string) =>
      grouped(errorEvent('python', { type, module, value: 'timed out', frames: [] })).fingerprint
    expect(timeout('socket', 'timeout')).to.equal(timeout('', 'TimeoutError'))
    expect(timeout('shop', 'timeout')).to.not.equal(timeout('', 'TimeoutError'))
  })
})
