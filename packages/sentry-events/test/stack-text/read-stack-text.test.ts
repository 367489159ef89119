import { expect } from 'chai'
import { readStackText } from '../../src/index.js'

/** Type, value and calls of each exception, outermost last. */
const read = (platform: string, text: string) =>
  readStackText(text, platform).map(({ type, value, frames }) => ({
    is: `${type}: ${value}`,
    calls: frames.map(
      (frame) => `${frame.module ?? frame.filename ?? ''}|${frame.function ?? ''}|${frame.lineno ?? ''}`,
    ),
  }))

describe('textual stack traces', () => {
  it('of Java yield causes, multi-line values, and the frames that causes have in common', () => {
    const text = `java.lang.IllegalStateException: card declined for order 1
	at shop.T.charge(T.java:3)
	at java.base/java.lang.Iterable.forEach(Iterable.java:75)
	at shop.T.main(T.java:4)
	Suppressed: java.lang.RuntimeException: close
		at shop.T.close(T.java:9)
Caused by: java.io.IOException: connection refused
by peer
	at shop.T.ask(T.java:2)
	... 3 more`
    const common = ['shop.T|main|4', 'java.lang.Iterable|forEach|75', 'shop.T|charge|3']
    expect(read('java', text)).to.deep.equal([
      { is: 'java.io.IOException: connection refused\nby peer', calls: [...common, 'shop.T|ask|2'] },
      { is: 'java.lang.IllegalStateException: card declined for order 1', calls: common },
    ])
  })

  it('of Python yield causes first and source lines, without markers and repetitions', () => {
    const text = `Traceback (most recent call last):
  File "/srv/shop/t.py", line 4, in charge
    try: ask()
         ^^^^^
  File "/srv/shop/t.py", line 2, in ask
    def ask(): raise ConnectionError("connection refused")
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
ConnectionError: connection refused

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/srv/shop/t.py", line 10, in <module>
    deep(n - 1)
  [Previous line repeated 6 more times]
  File "/srv/shop/t.py", line 6, in charge
    raise ValueError("card declined")
shop.errors.CardDeclined: card declined for order 1
`
    expect(read('python', text)).to.deep.equal([
      { is: 'ConnectionError: connection refused', calls: ['/srv/shop/t.py|charge|4', '/srv/shop/t.py|ask|2'] },
      {
        is: 'shop.errors.CardDeclined: card declined for order 1',
        calls: ['/srv/shop/t.py|<module>|10', '/srv/shop/t.py|charge|6'],
      },
    ])
    const lines = readStackText(text, 'python').flatMap(({ frames }) => frames.map((frame) => frame.context_line))
    expect(lines).to.deep.equal([
      'try: ask()',
      'def ask(): raise ConnectionError("connection refused")',
      'deep(n - 1)',
      'raise ValueError("card declined")',
    ])
  })

  it('of Node and browsers yield the calls, oldest first', () => {
    const v8 = `CardDeclined: card declined
    at Cart.charge (/srv/app/cart.js:12:9)
    at async /srv/app/main.js:3:1
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`
    expect(read('node', v8)).to.deep.equal([
      {
        is: 'CardDeclined: card declined',
        calls: [
          'node:internal/process/task_queues|process.processTicksAndRejections|95',
          '/srv/app/main.js||3',
          '/srv/app/cart.js|Cart.charge|12',
        ],
      },
    ])
    const gecko = 'charge@https://shop.test/cart.js:12:9\nmain@https://shop.test/main.js:3:1'
    expect(read('javascript', gecko)).to.deep.equal([
      { is: ': ', calls: ['https://shop.test/main.js|main|3', 'https://shop.test/cart.js|charge|12'] },
    ])
  })

  it("of Go yield packages and functions, without the printing code and the goroutine's creator", () => {
    const text = `goroutine 7 [running]:
runtime/debug.Stack()
	/usr/local/go/src/runtime/debug/stack.go:26 +0x5e
shop.test/store/cart.(*Cart).add(0x0?, {0xc000012345, 0x2})
	/src/store/cart/cart.go:4 +0x13
main.main.func1()
	/src/main.go:5 +0x25
created by main.main in goroutine 1
	/src/main.go:5 +0x68`
    expect(read('go', text)).to.deep.equal([
      { is: ': ', calls: ['main|main.func1|5', 'shop.test/store/cart|(*Cart).add|4'] },
    ])
  })

  it('of .NET yield inner exceptions with their own frames', () => {
    const text = `System.InvalidOperationException: order 12 is closed
 ---> System.IO.IOException: connection refused
   at Shop.Bank.Ask() in /src/Shop/Bank.cs:line 7
   at Shop.Cart.Charge(Int32 order) in /src/Shop/Cart.cs:line 20
   --- End of inner exception stack trace ---
   at Shop.Cart.Charge(Int32 order) in /src/Shop/Cart.cs:line 24
   at Shop.Program.<>c.<Main>b__0_0(Int32 order)
   at System.Collections.Generic.List\`1.ForEach(Action\`1 action)`
    expect(read('csharp', text)).to.deep.equal([
      { is: 'System.IO.IOException: connection refused', calls: ['Shop.Cart|Charge|20', 'Shop.Bank|Ask|7'] },
      {
        is: 'System.InvalidOperationException: order 12 is closed',
        calls: ['System.Collections.Generic.List`1|ForEach|', 'Shop.Program.<>c|<Main>b__0_0|', 'Shop.Cart|Charge|24'],
      },
    ])
  })

  it('are not found in other texts, in linear time', () => {
    for (const platform of ['java', 'python', 'node', 'javascript', 'go', 'csharp', 'ruby']) {
      for (const text of ['', 'no stack', 'at '.repeat(50_000), `${'('.repeat(60_000)}\n\tx`, 'a.'.repeat(60_000)]) {
        const calls = readStackText(text, platform).flatMap(({ frames }) => frames)
        expect(calls, platform).to.deep.equal([])
      }
    }
  })
})
