import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

const symbol = (name: string, more: Frame = {}): Frame => ({
  function: name,
  package: '/usr/bin/shopd',
  in_app: true,
  ...more,
})
const crash = (...frames: Frame[]): Payload => errorEvent('native', { type: 'SIGABRT', value: 'Abort', frames })
const appleCrash = (...frames: Frame[]): Payload =>
  errorEvent('cocoa', { type: 'EXC_BAD_ACCESS', value: 'KERN_INVALID_ADDRESS', frames })
const main = symbol('main', { filename: 'main.cc' })

type Names = [title: string, left: string, right: string]

const sameSymbols: Names[] = [
  ['parameters', 'shop::Cart::add(shop::Item const&)', 'shop::Cart::add(shop::Item const&, unsigned int)'],
  ['template arguments', 'shop::Pool<shop::Order, 16ul>::take()', 'shop::Pool<shop::Order, 32ul>::take()'],
  [
    'return types',
    'std::vector<int> shop::ids(shop::Cart const&)',
    'std::__1::vector<int, std::__1::allocator<int> > shop::ids(shop::Cart const&)',
  ],
  ['const methods', 'shop::Cart::total() const', 'shop::Cart::total()'],
  ['clones by GCC', 'shop_parse.constprop.0', 'shop_parse.isra.3'],
  ['cold parts', 'shop_parse [clone .cold]', 'shop_parse'],
  ['link-time optimisation', 'shop_parse.llvm.1284776213', 'shop_parse.llvm.9912837465'],
  ['anonymous namespaces', '(anonymous namespace)::flush(int)', '(anonymous namespace)::flush(long)'],
  ['function pointers as parameters', 'run(void (*)(int), int)', 'run(void (*)(long), int)'],
]
const otherSymbols: Names[] = [
  ['methods', 'shop::Cart::add(shop::Item const&)', 'shop::Cart::remove(shop::Item const&)'],
  ['classes', 'shop::Cart::add(int)', 'shop::Order::add(int)'],
  ['namespaces', 'shop::v1::parse(char*)', 'shop::v2::parse(char*)'],
  ['operators', 'shop::Money::operator==(shop::Money const&)', 'shop::Money::operator+(shop::Money const&)'],
  ['conversions', 'shop::Money::operator bool() const', 'shop::Order::operator bool() const'],
]

const sameRust: Names[] = [
  ['symbol hashes', 'shop::cart::Cart::total::h1f2e3d4c5b6a7988', 'shop::cart::Cart::total::h99aa88bb77cc66dd'],
  ['type arguments', 'shop::store::Store<shop::Order>::get', 'shop::store::Store<shop::Order, Disk>::get'],
  ['numbers of closures', 'shop::run::{closure#0}', 'shop::run::{closure#2}'],
  [
    'async closures with hashes',
    'shop::http::put::{{closure}}::h0123456789abcdef',
    'shop::http::put::{{closure}}::hfedcba9876543210',
  ],
  [
    'type arguments of implementations',
    '<shop::Page<u32> as core::fmt::Display>::fmt',
    '<shop::Page<u64> as core::fmt::Display>::fmt',
  ],
]
const otherRust: Names[] = [
  [
    'implementations of one trait',
    '<shop::Order as core::fmt::Display>::fmt',
    '<shop::Cart as core::fmt::Display>::fmt',
  ],
  ['traits of one type', '<shop::Order as core::fmt::Display>::fmt', '<shop::Order as core::fmt::Debug>::fmt'],
  ['functions', 'shop::cart::total::h1f2e3d4c5b6a7988', 'shop::cart::count::h1f2e3d4c5b6a7988'],
]

const sameApple: Names[] = [
  [
    'parts of an async function',
    '(1) await resume partial function for Shop.CartModel.load() async throws -> [Shop.Item]',
    '(3) suspend resume partial function for Shop.CartModel.load() async throws -> [Shop.Item]',
  ],
  ['numbers of closures', 'closure #1 in CheckoutModel.pay()', 'closure #3 in CheckoutModel.pay()'],
  [
    'closures with their type',
    'closure #1 @Sendable () async throws -> () in Shop.CartModel.refresh() -> ()',
    'closure #2 @Sendable () async throws -> () in Shop.CartModel.refresh() -> ()',
  ],
  ['specialised copies', 'specialized CartModel.merge(_:)', 'CartModel.merge(_:)'],
  ['thunks for Objective-C', '@objc CheckoutViewController.payTapped(_:)', 'CheckoutViewController.payTapped(_:)'],
  [
    'return types',
    'CartModel.total(currency: Swift.String) -> Swift.Int',
    'CartModel.total(currency: Swift.String) -> Shop.Money',
  ],
  [
    'blocks of one method',
    '__33-[CartController loadWithHandler:]_block_invoke',
    '__33-[CartController loadWithHandler:]_block_invoke_2',
  ],
  ['partial application', 'partial apply for closure #1 in CheckoutModel.pay()', 'closure #1 in CheckoutModel.pay()'],
]
const otherApple: Names[] = [
  ['methods', 'CartModel.load() async -> Swift.Int', 'CartModel.store() async -> Swift.Int'],
  ['selectors', '-[CartController load:]', '-[CartController store:]'],
  ['closures of two functions', 'closure #1 in CheckoutModel.pay()', 'closure #1 in CheckoutModel.cancel()'],
  [
    'blocks of two classes',
    '__33-[CartController loadWithHandler:]_block_invoke',
    '__33-[UserController loadWithHandler:]_block_invoke',
  ],
  ['class and instance methods', '+[Cart current]', '-[Cart current]'],
]

type Build = (...frames: Frame[]) => Payload

function sides(names: readonly Names[], build: Build): Names3[] {
  return names.map(([title, a, b]) => [title, build(main, symbol(a)), build(main, symbol(b))])
}
type Names3 = [string, Payload, Payload]

const nsError = (code: number, value: string): Payload =>
  errorEvent('cocoa', {
    type: 'NSURLErrorDomain',
    value,
    mechanism: { type: 'NSError', meta: { ns_error: { domain: 'NSURLErrorDomain', code } } },
  })

/** Symbols in C++, Rust, Swift and Objective-C. */
export const nativePairs: Pair[] = [
  ...same('C++', ...sides(sameSymbols, crash)),
  ...different('C++', ...sides(otherSymbols, crash)),
  ...same('Rust', ...sides(sameRust, crash)),
  ...different('Rust', ...sides(otherRust, crash)),
  ...same('Swift and Objective-C', ...sides(sameApple, appleCrash)),
  ...different('Swift and Objective-C', ...sides(otherApple, appleCrash)),
  ...same('Swift and Objective-C', [
    'translated texts',
    nsError(-1001, 'The request timed out.'),
    nsError(-1001, 'Zeitüberschreitung bei der Anforderung.'),
  ]),
  ...different('Swift and Objective-C', [
    'codes',
    nsError(-1001, 'The request failed.'),
    nsError(-1009, 'The request failed.'),
  ]),
]
