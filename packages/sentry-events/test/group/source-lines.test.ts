import { expect } from 'chai'
import { grouped } from './grouped.js'
import { errorEvent, type Frame } from './pairs/pair.js'

const node = (frame: Frame): Frame => ({ module: 'stock', filename: '/srv/stock.js', in_app: true, ...frame })
const event = (platform: string, value: string, ...frames: Frame[]) =>
  grouped(errorEvent(platform, { type: 'Error', value, frames })).fingerprint

/** Code without a name, whose lines count. */
const closures = new Map([
  ['python', '<lambda>'],
  ['ruby', 'block in total'],
  ['php', '{closure}'],
])

describe('the text that a source line writes', () => {
  it('counts next to an HTTP status and a system error that were inserted', () => {
    const told = (value: string) =>
      event('node', value, node({ function: 'ask', context_line: 'throw new Error(`stock answered ${what}`)' }))
    expect(told('stock answered 404')).to.not.equal(told('stock answered 503'))
    expect(told('stock answered 502')).to.equal(told('stock answered 503'))
    expect(told('stock answered ENOENT')).to.not.equal(told('stock answered EACCES'))
    expect(told('cURL error 7: no connection')).to.not.equal(told('cURL error 28: no answer'))
  })

  it('is unaffected by formatters and comments', () => {
    const line = (context_line: string) =>
      event('python', '', { module: 'shop', function: '<lambda>', context_line, in_app: true })
    expect(line("    sum(a['x'],b)  # all of them")).to.equal(line('  sum(a["x"], b),'))
    expect(line('sum(a["x"], b)')).to.not.equal(line('sum(a["y"], b)'))
  })

  it('is unaffected by renaming a variable that exists only in that line', () => {
    const line = (platform: string, context_line: string) =>
      event(platform, '', {
        filename: 'shop.src',
        function: closures.get(platform) ?? '',
        context_line,
        in_app: true,
      })
    const renamed: [platform: string, left: string, right: string, other: string][] = [
      ['python', 'sum(one.price for one in lines)', 'sum(x.price for x in lines)', 'sum(one.count for one in lines)'],
      ['python', 'sort(key=lambda one: one.price)', 'sort(key=lambda x: x.price)', 'sort(key=lambda one: one.count)'],
      [
        'ruby',
        'lines.each do |one| pay(one.price)',
        'lines.each do |x| pay(x.price)',
        'lines.each do |one| pay(one.count)',
      ],
      ['ruby', 'lines.sum { |one| one.price }', 'lines.sum { |x| x.price }', 'lines.sum { |one| one.count }'],
      [
        'node',
        'lines.map((one) => one.price.text)',
        'lines.map((x) => x.price.text)',
        'lines.map((one) => one.count.text)',
      ],
      ['node', 'lines.map(one => one.price.text)', 'lines.map(x => x.price.text)', 'lines.map(one => one.count.text)'],
      [
        'php',
        'array_map(fn($one) => $one->price)',
        'array_map(fn($x) => $x->price)',
        'array_map(fn($one) => $one->count)',
      ],
    ]
    for (const [platform, left, right, other] of renamed) {
      expect(line(platform, left), left).to.equal(line(platform, right))
      expect(line(platform, left), left).to.not.equal(line(platform, other))
    }
    expect(line('ruby', 'pay(:price => 1)')).to.not.equal(line('ruby', 'pay(:count => 1)'))
  })
})

describe('a caller that waits for a closure it was passed', () => {
  const library: Frame = { function: 'settle', filename: '/srv/node_modules/axios/index.js', in_app: false }
  const waiting = (name: string, line: string) =>
    node({ function: name, context_line: line, colno: line.indexOf('await') + 1 })
  const alone = event('node', 'gone', library)

  it("does not count if a library failed, nor does the program's entry point", () => {
    const main = waiting('main', "await retry('stock', () => stock.load())")
    expect(
      event('node', 'gone', main, waiting('retry', 'const retry = async (n, job) => { await job() }'), library),
    ).to.equal(alone)
    expect(event('node', 'gone', waiting('main', 'for (const [n, job] of jobs) { await job() }'), library)).to.equal(
      alone,
    )
  })

  it('leaves its own caller, and counts if it called the library itself', () => {
    const load = waiting('load', 'return await retry(() => stock.get(id))')
    const retry = waiting('retry', 'async function retry(job) { return await job() }')
    expect(event('node', 'gone', load, retry, library)).to.equal(event('node', 'gone', load, library))
    expect(event('node', 'gone', waiting('load', 'return await axios(stock)'), library)).to.not.equal(alone)
  })
})

describe('Ruby methods written in C', () => {
  const ruby = (name: string, line: string): Frame => ({
    filename: 'shop.rb',
    function: name,
    context_line: line,
    in_app: true,
  })
  const crash = ruby('price', '  Integer(text)')

  it('do not count beside the line that called them', () => {
    expect(event('ruby', '', crash, ruby('Integer', '  Integer(text)'))).to.equal(event('ruby', '', crash))
    expect(event('ruby', '', crash, ruby('Kernel#Integer', '  Integer(text)'))).to.equal(event('ruby', '', crash))
  })

  it('do not include methods that the line defines', () => {
    const line = 'def price(text) = sum(text); def sum(text) = text.total'
    expect(event('ruby', '', ruby('price', line), ruby('sum', line))).to.not.equal(
      event('ruby', '', ruby('price', line)),
    )
  })
})
