import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

/* Like `first-sight-script.ts`, for compiled languages. */

const frame = (fields: Frame): Frame => ({ lineno: 10, in_app: true, ...fields })
type Raise = (type: string, value: string, ...frames: Frame[]) => Payload
const raise =
  (platform: string): Raise =>
  (type, value, ...frames) =>
    errorEvent(platform, { type, value, frames })

const go = raise('go')
const gf = (name: string, module = 'shop/cart'): Frame =>
  frame({ function: name, module, abs_path: `/src/${module}/file.go` })
const goRuntime = (name: string): Frame =>
  frame({ function: name, module: 'runtime', abs_path: '/usr/local/go/src/runtime/panic.go', in_app: false })

const goPairs = [
  ...same(
    'at first sight: go',
    [
      'a closure that is the second instead of the first',
      go('runtime.errorString', 'index out of range [5] with length 3', gf('Add.func1')),
      go('runtime.errorString', 'index out of range [9] with length 8', gf('Add.func2')),
    ],
    [
      'a generic function of two types',
      go('*errors.errorString', 'empty', gf('First[...]')),
      go('*errors.errorString', 'empty', gf('First[go.shape.int]')),
    ],
    [
      'a panic with another run time beneath',
      go('runtime.errorString', 'nil map', gf('(*Cart).Add'), goRuntime('gopanic')),
      go('runtime.errorString', 'nil map', gf('(*Cart).Add'), goRuntime('mapassign_faststr'), goRuntime('panicwrap')),
    ],
  ),
  ...different(
    'at first sight: go',
    [
      'methods of one name of two types',
      go('*errors.errorString', 'closed', gf('(*Cart).Save')),
      go('*errors.errorString', 'closed', gf('(*Order).Save')),
    ],
    [
      'two wrapped causes of one capture',
      go('*fmt.wrapError', 'load cart: permission denied', gf('handle')),
      go('*fmt.wrapError', 'load cart: no such host', gf('handle')),
    ],
  ),
]

const rust = raise('native')
const rf = (name: string): Frame => frame({ function: name, abs_path: '/src/shop/cart.rs' })
const std = (name: string, path = 'library/std/src/panicking.rs'): Frame =>
  frame({ function: name, abs_path: `/rustc/90b35a6/${path}` })

const rustPairs = [
  ...same(
    'at first sight: rust',
    [
      'a legacy hash that changes with each build',
      rust('panic', 'no entry', rf('shop::cart::add::h0123456789abcdef'), std('core::panicking::panic')),
      rust('panic', 'no entry', rf('shop::cart::add::hfedcba9876543210'), std('core::panicking::panic_fmt')),
    ],
    [
      'a closure and an async body of one function',
      rust('panic', 'no entry', rf('shop::cart::add::{{closure}}'), std('rust_begin_unwind')),
      rust('panic', 'no entry', rf('shop::cart::add::{closure#0}'), std('core::panicking::panic_fmt')),
    ],
    [
      'an index in the words of the panic',
      rust('panic', 'index out of bounds: the len is 3 but the index is 7', rf('shop::cart::at')),
      rust('panic', 'index out of bounds: the len is 1 but the index is 1', rf('shop::cart::at')),
    ],
  ),
  ...different(
    'at first sight: rust',
    [
      'two implementations of one trait',
      rust('panic', 'todo', rf('<shop::cart::Cart as shop::Save>::save')),
      rust('panic', 'todo', rf('<shop::order::Order as shop::Save>::save')),
    ],
    [
      'two expectations of one function',
      rust('panic', 'config is missing: NotFound', rf('shop::main')),
      rust('panic', 'port is taken: AddrInUse', rf('shop::main')),
    ],
  ),
]

const java = raise('java')
const jf = (name: string, module = 'com.shop.Cart'): Frame => frame({ function: name, module, in_app: true })
const lib = (name: string, module: string): Frame => frame({ function: name, module, in_app: false })

const javaPairs = [
  ...same(
    'at first sight: java',
    [
      'a lambda with another number',
      java('IllegalStateException', 'closed', jf('lambda$add$0')),
      java('IllegalStateException', 'closed', jf('lambda$add$3')),
    ],
    [
      'a proxy class that was made anew',
      java('IllegalStateException', 'closed', jf('add', 'com.shop.Cart$$EnhancerBySpringCGLIB$$1a2b3c4d')),
      java('IllegalStateException', 'closed', jf('add', 'com.shop.Cart$$SpringCGLIB$$0')),
    ],
    [
      'reflection before and after the change to method handles',
      java(
        'IllegalStateException',
        'closed',
        lib('invoke0', 'jdk.internal.reflect.NativeMethodAccessorImpl'),
        jf('add'),
      ),
      java(
        'IllegalStateException',
        'closed',
        lib('invoke', 'jdk.internal.reflect.DirectMethodHandleAccessor'),
        jf('add'),
      ),
    ],
  ),
  ...different(
    'at first sight: java',
    [
      'a class and the class in it',
      java('IllegalStateException', 'closed', jf('add', 'com.shop.Cart')),
      java('IllegalStateException', 'closed', jf('add', 'com.shop.Cart$Item')),
    ],
    [
      'two types that one method throws',
      java('IllegalStateException', 'x', jf('add')),
      java('IllegalArgumentException', 'x', jf('add')),
    ],
  ),
]

const kotlinPairs = [
  ...same(
    'at first sight: kotlin',
    [
      'a suspend function and its continuation',
      java('IllegalStateException', 'closed', jf('invokeSuspend', 'com.shop.CartKt$load$2')),
      java('IllegalStateException', 'closed', jf('invokeSuspend', 'com.shop.CartKt$load$1')),
    ],
    [
      'a function with default arguments',
      java('IllegalStateException', 'closed', jf('load', 'com.shop.CartKt')),
      java('IllegalStateException', 'closed', jf('load', 'com.shop.CartKt'), jf('load$default', 'com.shop.CartKt')),
    ],
    [
      'a lambda compiled by D8',
      java(
        'IllegalStateException',
        'closed',
        jf('run', 'com.shop.Cart$$ExternalSyntheticLambda0'),
        jf('onClick', 'com.shop.Cart'),
      ),
      java(
        'IllegalStateException',
        'closed',
        jf('run', 'com.shop.Cart$$ExternalSyntheticLambda7'),
        jf('onClick', 'com.shop.Cart'),
      ),
    ],
  ),
  ...different(
    'at first sight: kotlin',
    [
      'two functions of one file',
      java('IllegalStateException', 'closed', jf('load', 'com.shop.CartKt')),
      java('IllegalStateException', 'closed', jf('save', 'com.shop.CartKt')),
    ],
    [
      'coroutines of two functions',
      java('IllegalStateException', 'closed', jf('invokeSuspend', 'com.shop.CartKt$load$1')),
      java('IllegalStateException', 'closed', jf('invokeSuspend', 'com.shop.CartKt$save$1')),
    ],
  ),
]

const csharp = raise('csharp')
const nf = (name: string, module = 'Shop.Cart'): Frame => frame({ function: name, module })

const dotnetPairs = [
  ...same(
    'at first sight: .NET',
    [
      'an iterator and its state machine',
      csharp('System.Exception', 'closed', nf('MoveNext', 'Shop.Cart+<Items>d__7')),
      csharp('System.Exception', 'closed', nf('MoveNext', 'Shop.Cart+<Items>d__12')),
    ],
    [
      'rethrown by the run time',
      csharp(
        'System.Exception',
        'closed',
        nf('Add'),
        lib('Throw', 'System.Runtime.ExceptionServices.ExceptionDispatchInfo'),
      ),
      csharp(
        'System.Exception',
        'closed',
        nf('Add'),
        lib('ThrowForNonSuccess', 'System.Runtime.CompilerServices.TaskAwaiter'),
      ),
    ],
    [
      'a message with another id',
      csharp('Shop.NotFoundException', 'order 7f9c24e8-3b12-4fef-91a0-5a52d7c3f1aa was not found', nf('Find')),
      csharp('Shop.NotFoundException', 'order 01977a4c-88aa-4d5c-a0a5-9d1d8a6c2f10 was not found', nf('Find')),
    ],
  ),
  ...different(
    'at first sight: .NET',
    [
      'a property read and written',
      csharp('System.Exception', 'closed', nf('get_Total')),
      csharp('System.Exception', 'closed', nf('set_Total')),
    ],
    [
      'async methods of two names',
      csharp('System.Exception', 'closed', nf('MoveNext', 'Shop.Cart+<LoadAsync>d__4')),
      csharp('System.Exception', 'closed', nf('MoveNext', 'Shop.Cart+<SaveAsync>d__5')),
    ],
  ),
]

const native = raise('native')
const cf = (name: string, image = '/usr/bin/shop'): Frame => frame({ function: name, package: image })
const libc = (name: string): Frame =>
  frame({ function: name, package: '/lib/x86_64-linux-gnu/libc.so.6', in_app: false })

const cppPairs = [
  ...same(
    'at first sight: c++',
    [
      'an inline namespace of the standard library',
      native('SIGSEGV', 'Segfault', cf('shop::Cart::add(std::__cxx11::basic_string<char>)')),
      native('SIGSEGV', 'Segfault', cf('shop::Cart::add(std::__1::basic_string<char>)')),
    ],
    [
      'an abort of another libc',
      native('SIGABRT', 'Abort', cf('shop::Cart::check()'), libc('abort'), libc('raise')),
      native('SIGABRT', 'Abort', cf('shop::Cart::check()'), libc('abort'), libc('__pthread_kill_implementation')),
    ],
    [
      'a lambda that moved',
      native('SIGSEGV', 'Segfault', cf('shop::run()::$_0::operator()() const')),
      native('SIGSEGV', 'Segfault', cf('shop::run()::$_3::operator()() const')),
    ],
  ),
  ...different(
    'at first sight: c++',
    [
      'two methods of one class',
      native('SIGSEGV', 'Segfault', cf('shop::Cart::add(int)')),
      native('SIGSEGV', 'Segfault', cf('shop::Cart::remove(int)')),
    ],
    [
      'two classes with one method',
      native('SIGSEGV', 'Segfault', cf('shop::Cart::save()')),
      native('SIGSEGV', 'Segfault', cf('shop::Order::save()')),
    ],
  ),
]

const cocoa = raise('cocoa')
const sf = (name: string): Frame => frame({ function: name, package: 'Shop' })

const swiftPairs = [
  ...same(
    'at first sight: swift',
    [
      'a closure that is the second instead of the first',
      cocoa('Fatal error', 'Index out of range', sf('closure #1 in CartView.reload()')),
      cocoa('Fatal error', 'Index out of range', sf('closure #2 in CartView.reload()')),
    ],
    [
      'an address in the words of Objective-C',
      cocoa(
        'NSInvalidArgumentException',
        '-[Cart total]: unrecognized selector sent to instance 0x600003c0c0f0',
        sf('-[CartController show]'),
      ),
      cocoa(
        'NSInvalidArgumentException',
        '-[Cart total]: unrecognized selector sent to instance 0x60000214a1b0',
        sf('-[CartController show]'),
      ),
    ],
    [
      'an async function in two parts',
      cocoa('Fatal error', 'no cart', sf('(1) await resume partial function for CartView.load()')),
      cocoa('Fatal error', 'no cart', sf('(3) suspend resume partial function for CartView.load()')),
    ],
  ),
  ...different(
    'at first sight: swift',
    [
      'a getter and a setter',
      cocoa('Fatal error', 'no cart', sf('CartView.total.getter')),
      cocoa('Fatal error', 'no cart', sf('CartView.total.setter')),
    ],
    [
      'two messages to one class',
      cocoa('NSRangeException', 'x', sf('-[CartController show]')),
      cocoa('NSRangeException', 'x', sf('-[CartController hide]')),
    ],
  ),
]

export const firstSightCompiledPairs: readonly Pair[] = [
  ...goPairs,
  ...rustPairs,
  ...javaPairs,
  ...kotlinPairs,
  ...dotnetPairs,
  ...cppPairs,
  ...swiftPairs,
]
