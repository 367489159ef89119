import { expect } from 'chai'
import { explained, grouped } from './grouped.js'
import { errorEvent, type Exception, type Frame } from './pairs/pair.js'

const own = (module: string, name: string, line?: string): Frame => ({
  module,
  function: name,
  context_line: line,
  in_app: true,
})
const event = (platform: string, frames: Frame[], { type = 'ApiError', value = '' }: Exception = {}) =>
  errorEvent(platform, { type, value, frames })
const fingerprint = (...sent: Parameters<typeof event>) => grouped(event(...sent)).fingerprint
const whyOf = (...sent: Parameters<typeof event>) => explained(event(...sent)).frames.map(({ why }) => why)

describe('frames that run closures', () => {
  const total = own('shop.cart', 'total')

  it("do not count below a closure that was passed in, nor does the program's entry point", () => {
    const frames = [own('shop', '<module>'), own('shop.jobs', 'retry'), own('shop.jobs', '<lambda>'), total]
    expect(whyOf('python', frames)).to.deep.equal(['noise', 'noise', 'noise', undefined])
    expect(fingerprint('python', frames)).to.equal(fingerprint('python', [total]))
  })

  it('retain the callers of a function that runs its own closure', () => {
    const frames = [
      own('shop', 'nightly'),
      own('shop', 'load'),
      own('shop.jobs', 'retry'),
      own('shop', 'load.func1'),
      own('shop', 'read'),
    ]
    expect(whyOf('go', frames)).to.deep.equal(['caller', 'caller', 'noise', undefined, undefined])
  })

  it('include wrappers, runners and resumed parts of async functions transpiled to generators', () => {
    const generator = { function: 'Generator.next', filename: '<anonymous>', abs_path: '<anonymous>', in_app: true }
    const frames = [
      own('shop', 'load'),
      own('shop', '__async'),
      { ...generator, function: 'new Promise' },
      own('shop', '<anonymous>'),
      generator,
      own('shop', '<anonymous>'),
      total,
    ]
    expect(fingerprint('node', frames)).to.equal(fingerprint('node', [own('shop', 'load'), total]))
  })

  it('always count at the frame that raised the error', () => {
    expect(whyOf('python', [own('shop', '<module>')])).to.deep.equal([undefined])
  })
})

describe('Go frames', () => {
  it("are in-app by package if `-trimpath` leaves nothing else, even in a container's GOPATH", () => {
    const frame = (module: string, path: string, name: string): Frame => ({
      module,
      function: name,
      abs_path: path,
      in_app: false,
    })
    const frames = [
      frame('net/http', 'net/http/server.go', 'HandlerFunc.ServeHTTP'),
      frame('github.com/gin-gonic/gin', 'github.com/gin-gonic/gin@v1.10.0/gin.go', '(*Engine).ServeHTTP'),
      frame('github.com/acme/shop/context', 'github.com/acme/shop/context/cart.go', 'Load'),
      frame('main', '/go/src/app/main.go', 'read'),
    ]
    expect(whyOf('go', frames)).to.deep.equal(['not in app', 'not in app', undefined, undefined])
  })
})

describe('the part of a message that counts beside a stack', () => {
  const told = (platform: string, line: string | undefined, ...values: string[]) => {
    const one = values.map((value) => fingerprint(platform, [own('shop', 'call', line)], { type: 'ApiError', value }))
    return new Set(one).size
  }

  it('is the HTTP status, however it is worded, with all server errors alike', () => {
    const texts = ['stock answered 401 for /1', 'stock answered 404 for /2', 'stock answered 503 for /3']
    expect(
      told('java', undefined, ...texts, 'stock answered 500 for /3', 'HTTP 404', '503 Service Unavailable'),
    ).to.equal(3)
    expect(told('python', 'urlopen(url)', 'HTTP Error 502: Bad Gateway', 'HTTP Error 403: Forbidden')).to.equal(2)
    expect(told('java', undefined, 'returned 401 rows', 'returned 404 rows')).to.equal(1)
    expect(told('java', undefined, 'order has status 3', 'order has status 4')).to.equal(1)
  })

  it('is the first part of the path that Go says it requested', () => {
    const asked = (url: string) => `Get "${url}": context deadline exceeded`
    const told = ['http://a.example:80/meters/4', 'http://b.example/meters/9', 'http://b.example/valves/9'].map((url) =>
      fingerprint('go', [own('main', 'report')], { type: '*url.Error', value: asked(url) }),
    )
    expect(told[0]).to.equal(told[1])
    expect(told[1]).to.not.equal(told[2])
  })

  it('is everything if the line throws the text it was given, and nothing if it writes the text', () => {
    expect(told('python', 'raise ApiError(message)', 'queue is full', 'lease was lost')).to.equal(2)
    expect(told('python', 'raise ApiError(f"user {name} is gone")', 'user ann is gone', 'user bob is gone')).to.equal(1)
    expect(told('node', 'throw new ApiError(`user ${name} is gone`)', 'user ann is gone', 'user bob is gone')).to.equal(
      1,
    )
    expect(told('node', 'throw new ApiError(message)', 'queue is full', 'lease was lost')).to.equal(2)
  })

  it('is the name that a server-side engine could not find, the same in every version', () => {
    const texts = ["Cannot read properties of undefined (reading 'total')", "Cannot read property 'total' of undefined"]
    const types = [...texts, 'a.b.total is not a function', "Cannot read properties of null (reading 'name')"]
    const found = types.map((value) =>
      fingerprint('node', [own('shop', 'call', 'return a.b.total()')], { type: 'TypeError', value }),
    )
    expect(new Set(found).size).to.equal(2)
  })

  it('is a database error without its data', () => {
    const text = (value: string) => fingerprint('java', [own('shop', 'call')], { type: 'JdbcSQLException', value })
    expect(text('Table "A" not found; SQL statement:')).to.equal(text('Table "B" not found; SQL statement:'))
    expect(text('Table "A" not found; SQL statement:')).to.not.equal(text('Column "A" not found; SQL statement:'))
  })
})
