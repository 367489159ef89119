import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

const jvm = (module: string, name: string, lineno = 10): Frame => ({ module, function: name, lineno, in_app: true })
const jvmError = (...frames: Frame[]): Payload =>
  errorEvent('java', { type: 'IllegalStateException', value: 'closed', module: 'java.lang', frames })
const service = jvm('com.shop.OrderService', 'place')

const jvmNames: [string, Frame, Frame][] = [
  ['lambdas by number', jvm('com.shop.Orders', 'lambda$place$0'), jvm('com.shop.Orders', 'lambda$place$4')],
  [
    'lambda classes of Java 8',
    jvm('com.shop.Orders$$Lambda$14/1066516207', 'accept'),
    jvm('com.shop.Orders$$Lambda$99/558638686', 'accept'),
  ],
  [
    'lambda classes of Java 17',
    jvm('com.shop.Orders$$Lambda$871/0x0000000800c8b1f8', 'run'),
    jvm('com.shop.Orders$$Lambda$902/0x0000000801d21a30', 'run'),
  ],
  [
    'lambda classes of Java 21',
    jvm('com.shop.Orders$$Lambda/0x000074e31c0c7a10', 'get'),
    jvm('com.shop.Orders$$Lambda/0x00007f10ac0b2e58', 'get'),
  ],
  [
    'CGLIB of Spring 5',
    jvm('com.shop.Cart$$EnhancerBySpringCGLIB$$1f2e3d4c', 'add'),
    jvm('com.shop.Cart$$EnhancerBySpringCGLIB$$9a8b7c6d', 'add'),
  ],
  ['CGLIB of Spring 6', jvm('com.shop.Cart$$SpringCGLIB$$0', 'add'), jvm('com.shop.Cart$$SpringCGLIB$$3', 'add')],
  [
    'fast classes',
    jvm('com.shop.Cart$$FastClassBySpringCGLIB$$d41d8cd9', 'invoke'),
    jvm('com.shop.Cart$$FastClassBySpringCGLIB$$8f00b204', 'invoke'),
  ],
  ['methods of CGLIB', jvm('com.shop.Cart', 'CGLIB$add$12'), jvm('com.shop.Cart', 'CGLIB$add$3')],
  ['dynamic proxies', jvm('com.sun.proxy.$Proxy84', 'findById'), jvm('com.sun.proxy.$Proxy121', 'findById')],
  ['dynamic proxies of Java 17', jvm('jdk.proxy2.$Proxy84', 'findById'), jvm('jdk.proxy3.$Proxy90', 'findById')],
  [
    'reflection accessors',
    jvm('jdk.internal.reflect.GeneratedMethodAccessor112', 'invoke'),
    jvm('jdk.internal.reflect.GeneratedMethodAccessor9', 'invoke'),
  ],
  [
    'constructor accessors',
    jvm('sun.reflect.GeneratedConstructorAccessor31', 'newInstance'),
    jvm('sun.reflect.GeneratedConstructorAccessor4', 'newInstance'),
  ],
  ['javassist', jvm('com.shop.Order_$$_jvst1f2_3a', 'getLines'), jvm('com.shop.Order_$$_jvst9c0_11', 'getLines')],
  [
    'proxies of Hibernate',
    jvm('com.shop.Order$HibernateProxy$kXb91Zq2', 'getLines'),
    jvm('com.shop.Order$HibernateProxy$a8Qm20Lp', 'getLines'),
  ],
]

const jvmPairs = [
  ...same(
    'Java names',
    ...jvmNames.map(([title, a, b]): [string, Payload, Payload] => [title, jvmError(a, service), jvmError(b, service)]),
  ),
  ...different(
    'Java names',
    [
      'lambdas of two methods',
      jvmError(jvm('com.shop.Orders', 'lambda$place$0')),
      jvmError(jvm('com.shop.Orders', 'lambda$cancel$0')),
    ],
    [
      'proxied methods',
      jvmError(jvm('com.shop.Cart$$SpringCGLIB$$0', 'add')),
      jvmError(jvm('com.shop.Cart$$SpringCGLIB$$0', 'remove')),
    ],
    [
      'proxied classes',
      jvmError(jvm('com.shop.Cart$$SpringCGLIB$$0', 'add')),
      jvmError(jvm('com.shop.Order$$SpringCGLIB$$0', 'add')),
    ],
    [
      'classes whose names end in numbers',
      jvmError(jvm('com.shop.Step1', 'run')),
      jvmError(jvm('com.shop.Step2', 'run')),
    ],
    ['inner classes', jvmError(jvm('com.shop.Orders$Reader', 'read')), jvmError(jvm('com.shop.Orders$Writer', 'read'))],
  ),
]

const coroutine = (name: string, step: string): Frame => jvm(`com.shop.PriceRepository$${name}$1`, step)
const dispatched: Frame = { module: 'kotlinx.coroutines.DispatchedTask', function: 'run', lineno: 106, in_app: true }
const scheduler: Frame = {
  module: 'kotlinx.coroutines.scheduling.CoroutineScheduler$Worker',
  function: 'run',
  lineno: 584,
  in_app: true,
}
const kotlinPairs = [
  ...same(
    'coroutines',
    [
      'another dispatcher of Kotlin',
      jvmError(dispatched, coroutine('load', 'invokeSuspend'), service),
      jvmError(scheduler, dispatched, coroutine('load', 'invokeSuspend'), service),
    ],
    [
      'resumed at once or later',
      jvmError(coroutine('load', 'invokeSuspend'), service),
      jvmError(
        { module: 'kotlin.coroutines.jvm.internal.BaseContinuationImpl', function: 'resumeWith', in_app: true },
        coroutine('load', 'invokeSuspend'),
        service,
      ),
    ],
  ),
  ...different('coroutines', [
    'two suspended functions',
    jvmError(coroutine('load', 'invokeSuspend')),
    jvmError(coroutine('refresh', 'invokeSuspend')),
  ]),
]

const cs = (module: string, name: string, more: Frame = {}): Frame => ({
  module,
  function: name,
  lineno: 20,
  in_app: true,
  ...more,
})
const csError = (...frames: Frame[]): Payload =>
  errorEvent('csharp', { type: 'System.TimeoutException', value: 'The operation has timed out.', frames })
const dotnetNames: [string, Frame, Frame][] = [
  [
    'async methods',
    cs('Shop.OrderReader+<LatestAsync>d__12', 'MoveNext'),
    cs('Shop.OrderReader+<LatestAsync>d__14', 'MoveNext'),
  ],
  ['iterators', cs('Shop.Lines+<Read>d__3', 'MoveNext'), cs('Shop.Lines+<Read>d__5', 'MoveNext')],
  ['lambdas', cs('Shop.Startup+<>c', '<Configure>b__4_0'), cs('Shop.Startup+<>c', '<Configure>b__6_1')],
  ['closures', cs('Shop.Cart+<>c__DisplayClass5_0', '<Add>b__0'), cs('Shop.Cart+<>c__DisplayClass8_0', '<Add>b__0')],
  [
    'async lambdas in closures',
    cs('Shop.Cart+<>c__DisplayClass5_0+<<Add>b__0>d', 'MoveNext'),
    cs('Shop.Cart+<>c__DisplayClass6_0+<<Add>b__0>d', 'MoveNext'),
  ],
  ['local functions', cs('Shop.Cart', '<Add>g__Validate|3_0'), cs('Shop.Cart', '<Add>g__Validate|7_2')],
  ['compiled expressions', cs('', 'lambda_method(Closure)'), cs('', 'lambda_method(Closure)')],
  [
    'numbered compiled expressions',
    cs('', 'lambda_method17(Closure, Object)'),
    cs('', 'lambda_method244(Closure, Object)'),
  ],
  [
    'type arguments with versions',
    cs('Shop.Repo`1[[Shop.Order, Shop, Version=1.4.2.0, Culture=neutral]]', 'Find'),
    cs('Shop.Repo`1[[Shop.Order, Shop, Version=1.5.0.0, Culture=neutral]]', 'Find'),
  ],
]
const base = cs('Shop.Program', 'Main')
const plumbing = cs('System.Runtime.CompilerServices.TaskAwaiter', 'HandleNonSuccessAndDebuggerNotification', {
  in_app: false,
})
const dotnetPairs = [
  ...same(
    '.NET names',
    ...dotnetNames.map(([title, a, b]): [string, Payload, Payload] => [title, csError(base, a), csError(base, b)]),
  ),
  ...same('.NET names', [
    'plumbing of awaits',
    csError(base, plumbing, cs('Shop.Cart', 'Add')),
    csError(base, plumbing, plumbing, cs('Shop.Cart', 'Add')),
  ]),
  ...different(
    '.NET names',
    [
      'two async methods',
      csError(cs('Shop.OrderReader+<LatestAsync>d__12', 'MoveNext')),
      csError(cs('Shop.OrderReader+<OldestAsync>d__12', 'MoveNext')),
    ],
    [
      'two local functions',
      csError(cs('Shop.Cart', '<Add>g__Validate|3_0')),
      csError(cs('Shop.Cart', '<Add>g__Store|3_0')),
    ],
    [
      'async methods of two classes',
      csError(cs('Shop.Cart+<LoadAsync>d__1', 'MoveNext')),
      csError(cs('Shop.User+<LoadAsync>d__1', 'MoveNext')),
    ],
  ),
]

/** Names generated by compilers and virtual machines. */
export const managedPairs: Pair[] = [...jvmPairs, ...kotlinPairs, ...dotnetPairs]
