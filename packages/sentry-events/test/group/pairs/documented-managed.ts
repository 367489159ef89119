import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

/* Based on the protocol and the runtimes' documentation: .NET, Android and D8 were not run. */

const cs = (module: string, name: string, isOwn = true): Frame => ({
  module,
  function: name,
  lineno: 20,
  in_app: isOwn,
})
const dotnet = (type: string, value: string, ...frames: Frame[]): Payload =>
  errorEvent('csharp', { type, value, frames: [cs('Shop.Program', 'Main'), ...frames] })
const invalid = (value: string, ...frames: Frame[]): Payload =>
  dotnet('System.InvalidOperationException', value, ...frames)
const entity = cs('Microsoft.EntityFrameworkCore.DbContext', 'SaveChanges', false)
const logged = (logger: string, template: string, filled: string): Payload => ({
  platform: 'csharp',
  logger,
  logentry: { message: template, formatted: filled },
  threads: {
    values: [{ current: true, stacktrace: { frames: [cs('Shop.Program', 'Main'), cs('Shop.Audit', 'Write')] } }],
  },
})

const dotnetPairs = [
  ...same(
    'documented: .NET',
    [
      'an async method as the run time and as the SDK name it',
      invalid('order 12 is closed', cs('Shop.Orders+<LoadAsync>d__4', 'MoveNext')),
      invalid('order 99 is closed', cs('Shop.Orders', 'async Task<Order> Shop.Orders.LoadAsync(int id)')),
    ],
    [
      'a lambda whose place moved',
      invalid('closed', cs('Shop.Orders+<>c', '<Load>b__4_0')),
      invalid('closed', cs('Shop.Orders+<>c__DisplayClass9_0', '<Load>b__1')),
    ],
    [
      'a lambda as the SDK names it',
      invalid('closed', cs('Shop.Orders+<>c', '<Load>b__4_0')),
      invalid('closed', cs('Shop.Orders', 'void Shop.Orders.Load(int id)+() => { }')),
    ],
    [
      'a local function',
      invalid('closed', cs('Shop.Orders', '<Load>g__Check|3_0')),
      invalid('closed', cs('Shop.Orders', 'void Shop.Orders.Load(int id)+Check(int n)')),
    ],
    [
      'a generic method with other arguments',
      invalid('closed', cs('Shop.Repo`1[[Shop.Order, Shop, Version=1.4.2.0]]', 'Find')),
      invalid('closed', cs('Shop.Repo`1[[Shop.Cart, Shop, Version=1.5.0.0]]', 'Find')),
    ],
    [
      'null references of two versions of the run time',
      dotnet(
        'System.NullReferenceException',
        'Object reference not set to an instance of an object.',
        cs('Shop.Cart', 'Add'),
      ),
      dotnet('System.NullReferenceException', 'Object reference not set to an instance', cs('Shop.Cart', 'Add')),
    ],
    [
      'ids in quotes',
      invalid("Order 'A-17' is closed", cs('Shop.Cart', 'Add')),
      invalid("Order 'B-9x' is closed", cs('Shop.Cart', 'Add')),
    ],
    [
      'a log with parameters',
      logged('Shop.Orders', 'Order {Id} is late', 'Order 12 is late'),
      logged('Shop.Orders', 'Order {Id} is late', 'Order 99 is late'),
    ],
  ),
  ...different(
    'documented: .NET',
    [
      'two faults of one method',
      invalid('stock is negative', cs('Shop.Cart', 'Add')),
      invalid('price is missing', cs('Shop.Cart', 'Add')),
    ],
    [
      'two async methods',
      invalid('closed', cs('Shop.Orders+<LoadAsync>d__4', 'MoveNext')),
      invalid('closed', cs('Shop.Orders+<SaveAsync>d__4', 'MoveNext')),
    ],
    [
      'two texts of a framework alone',
      errorEvent('csharp', { type: 'Microsoft.Data.SqlException', value: 'Invalid column name', frames: [entity] }),
      errorEvent('csharp', { type: 'Microsoft.Data.SqlException', value: 'Deadlock victim', frames: [entity] }),
    ],
    [
      'two logs through one helper',
      logged('Shop.Orders', 'Order {Id} is late', 'Order 12 is late'),
      logged('Shop.Orders', 'Order {Id} is lost', 'Order 12 is lost'),
    ],
    [
      'two loggers through one helper',
      logged('Shop.Orders', 'Request failed', 'Request failed'),
      logged('Shop.Payments', 'Request failed', 'Request failed'),
    ],
  ),
]

const jvm = (module: string, name: string, isOwn?: boolean): Frame =>
  isOwn === undefined ? { module, function: name } : { module, function: name, in_app: isOwn }
const android = (...frames: Frame[]): Payload =>
  errorEvent('java', {
    type: 'OutOfStock',
    value: 'no stock',
    module: 'com.shop',
    frames: [jvm('com.android.internal.os.ZygoteInit', 'main'), jvm('android.os.Looper', 'loop'), ...frames],
  })

const androidPairs = [
  ...same(
    'documented: Android',
    [
      'another version of Android',
      android(jvm('com.shop.Cart', 'add')),
      errorEvent('java', {
        type: 'OutOfStock',
        value: 'no stock',
        module: 'com.shop',
        frames: [jvm('com.android.internal.os.RuntimeInit$MethodAndArgsCaller', 'run'), jvm('com.shop.Cart', 'add')],
      }),
    ],
    [
      'lambdas that D8 numbers',
      android(jvm('com.shop.Main$$ExternalSyntheticLambda0', 'onClick'), jvm('com.shop.Main', 'lambda$onCreate$0')),
      android(jvm('com.shop.Main$$ExternalSyntheticLambda7', 'onClick'), jvm('com.shop.Main', 'lambda$onCreate$3')),
    ],
    [
      'lambdas of D8 before and after it renamed them',
      android(jvm('com.shop.Main$$ExternalSyntheticLambda0', 'run'), jvm('com.shop.Main', 'lambda$load$0')),
      android(
        jvm('com.shop.Main$$ExternalSyntheticLambda2', 'run'),
        jvm('com.shop.Main', '$r8$lambda$aB3dE_x9'),
        jvm('com.shop.Main', 'lambda$load$1'),
      ),
    ],
    [
      'access to a private member',
      android(jvm('com.shop.Main', '-$$Nest$mload'), jvm('com.shop.Main', 'load')),
      android(jvm('com.shop.Main', 'access$100'), jvm('com.shop.Main', 'load')),
    ],
    [
      'a function with a value class',
      android(jvm('com.shop.Cart', 'add-k7Xq2_p')),
      android(jvm('com.shop.Cart', 'add-a1B2c3d')),
    ],
    [
      'default arguments',
      android(jvm('com.shop.Cart', 'add$default'), jvm('com.shop.Cart', 'add')),
      android(jvm('com.shop.Cart', 'add')),
    ],
  ),
  ...different(
    'documented: Android',
    [
      'lambdas of two functions',
      android(jvm('com.shop.Main', 'lambda$onCreate$0')),
      android(jvm('com.shop.Main', 'lambda$onPause$0')),
    ],
    [
      'two texts of the framework alone',
      errorEvent('java', {
        type: 'SQLiteException',
        value: 'no such table: carts',
        module: 'android.database.sqlite',
        frames: [jvm('android.os.Looper', 'loop')],
      }),
      errorEvent('java', {
        type: 'SQLiteException',
        value: 'database is locked',
        module: 'android.database.sqlite',
        frames: [jvm('android.os.Looper', 'loop')],
      }),
    ],
  ),
]

const spring = (...frames: Frame[]): Payload =>
  errorEvent('java', {
    type: 'IllegalStateException',
    value: 'closed',
    module: 'java.lang',
    frames: [jvm('org.apache.catalina.core.StandardWrapperValve', 'invoke', false), ...frames],
  })

const proxyPairs = [
  ...same(
    'documented: Java proxies',
    [
      'called through a proxy of Spring or not',
      spring(
        jvm('com.shop.Cart$$SpringCGLIB$$0', 'add'),
        jvm('org.springframework.aop.framework.CglibAopProxy', 'invokeMethod'),
        jvm('com.shop.Cart', 'add'),
      ),
      spring(jvm('com.shop.Cart', 'add')),
    ],
    [
      'reflection of two versions of the JDK',
      spring(jvm('jdk.internal.reflect.DirectMethodHandleAccessor', 'invoke'), jvm('com.shop.Cart', 'add')),
      spring(jvm('sun.reflect.GeneratedMethodAccessor12', 'invoke'), jvm('com.shop.Cart', 'add')),
    ],
    [
      'a proxy of an interface',
      spring(jvm('jdk.proxy2.$Proxy84', 'find'), jvm('com.shop.Cart', 'find')),
      spring(jvm('com.sun.proxy.$Proxy12', 'find'), jvm('com.shop.Cart', 'find')),
    ],
  ),
]

/** Names as compilers and runtimes of managed languages produce them, according to their documentation. */
export const documentedManagedPairs: Pair[] = [...dotnetPairs, ...androidPairs, ...proxyPairs]
