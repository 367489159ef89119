import type { Frame } from './pair.js'
import type { Scene } from './scenes-script.js'

const jvm = (module: string, name: string, lineno: number): Frame => ({
  module,
  function: name,
  filename: `${module.split('.').at(-1) ?? ''}.java`,
  lineno,
  in_app: module.startsWith('com.shop'),
})
const go = (module: string, name: string, path: string, lineno: number): Frame => ({
  module,
  function: name,
  filename: path.slice(path.lastIndexOf('/') + 1),
  abs_path: path,
  lineno,
  in_app: path.startsWith('/src/'),
})
const dotnet = (module: string, name: string, lineno: number): Frame => ({
  module,
  function: name,
  filename: `/src/${module.replaceAll('.', '/')}.cs`,
  lineno,
  package: 'Shop.Api, Version=1.4.2.0, Culture=neutral, PublicKeyToken=null',
  in_app: module.startsWith('Shop.'),
})
const native = (name: string, path: string, lineno: number, isOwn = true): Frame => ({
  function: name,
  filename: path,
  abs_path: `/build/${path}`,
  lineno,
  package: isOwn ? '/usr/bin/shopd' : '/lib/x86_64-linux-gnu/libc.so.6',
  in_app: isOwn,
})
const swift = (name: string, file: string, lineno: number, isOwn = true): Frame => ({
  function: name,
  filename: file,
  lineno,
  package: isOwn ? 'Shop' : 'UIKitCore',
  in_app: isOwn,
})
const dart = (name: string, path: string, lineno: number, isOwn = true): Frame => ({
  function: name,
  filename: path.slice(path.lastIndexOf('/') + 1),
  abs_path: isOwn ? `package:shop/${path}` : `package:${path}`,
  lineno,
  in_app: isOwn,
})
const elixir = (module: string, name: string, path: string, lineno: number): Frame => ({
  module,
  function: name,
  filename: path,
  lineno,
  in_app: module.startsWith('Shop'),
})

/** Languages whose stacks contain modules or symbols. */
export const compiledScenes: Scene[] = [
  {
    name: 'Spring',
    platform: 'java',
    type: 'NullPointerException',
    value: 'Cannot invoke "com.shop.Customer.getId()" because "customer" is null',
    frames: [
      jvm('java.lang.Thread', 'run', 1_583),
      jvm('org.apache.catalina.core.ApplicationFilterChain', 'doFilter', 164),
      jvm('org.springframework.web.servlet.FrameworkServlet', 'service', 885),
      jvm('com.shop.web.OrderController', 'createOrder', 57),
      jvm('com.shop.orders.OrderService', 'place', 118),
      jvm('com.shop.orders.Discounts', 'forCustomer', 33),
    ],
  },
  {
    name: 'Android',
    platform: 'java',
    type: 'IllegalStateException',
    value: 'Fragment CartFragment{7d3f1a2} not attached to a context.',
    frames: [
      jvm('com.android.internal.os.ZygoteInit', 'main', 982),
      jvm('android.os.Handler', 'dispatchMessage', 106),
      jvm('com.shop.app.cart.CartFragment', 'onTotalsLoaded', 204),
      jvm('com.shop.app.cart.CartFragment', 'showTotals', 221),
      jvm('androidx.fragment.app.Fragment', 'requireContext', 972),
    ],
  },
  {
    name: 'Kotlin service',
    platform: 'java',
    type: 'SerializationException',
    value: "Field 'currency' is required for type with serial name 'com.shop.Money'",
    frames: [
      jvm('kotlinx.coroutines.DispatchedTask', 'run', 106),
      jvm('kotlin.coroutines.jvm.internal.BaseContinuationImpl', 'resumeWith', 33),
      jvm('com.shop.pricing.PriceClient$fetch$2', 'invokeSuspend', 41),
      jvm('com.shop.pricing.PriceParser', 'parse', 19),
    ],
  },
  {
    name: 'Go server',
    platform: 'go',
    type: '*errors.errorString',
    value: 'cart 55120 is locked',
    frames: [
      go('net/http', 'HandlerFunc.ServeHTTP', '/usr/local/go/src/net/http/server.go', 2_166),
      go(
        'github.com/go-chi/chi/v5',
        '(*Mux).routeHTTP',
        '/root/go/pkg/mod/github.com/go-chi/chi/v5@v5.0.11/mux.go',
        459,
      ),
      go('example.com/shop/api', '(*Server).putCart', '/src/api/cart.go', 77),
      go('example.com/shop/cart', '(*Store).Lock', '/src/cart/store.go', 52),
    ],
  },
  {
    name: 'Go worker',
    platform: 'go',
    type: 'runtime.boundsError',
    value: 'index out of range [5] with length 5',
    frames: [
      go('main', 'main.func1', '/src/cmd/worker/main.go', 30),
      go('example.com/shop/jobs', 'Run', '/src/jobs/run.go', 61),
      go('example.com/shop/jobs', 'splitBatches', '/src/jobs/batches.go', 19),
    ],
  },
  {
    name: 'ASP.NET',
    platform: 'csharp',
    type: 'System.InvalidOperationException',
    value: 'Sequence contains no elements',
    frames: [
      dotnet('Microsoft.AspNetCore.Mvc.Infrastructure.ControllerActionInvoker', 'InvokeActionMethodAsync', 0),
      dotnet('Shop.Api.Controllers.OrdersController', 'Get', 44),
      dotnet('Shop.Api.Orders.OrderReader', 'LatestAsync', 71),
      dotnet('System.Linq.ThrowHelper', 'ThrowNoElementsException', 0),
    ],
  },
  {
    name: 'Rust server',
    platform: 'native',
    type: 'panic',
    value: 'called `Option::unwrap()` on a `None` value',
    frames: [
      native('tokio::runtime::task::raw::poll', 'tokio-1.35.1/src/runtime/task/raw.rs', 201, false),
      native('shop::http::put_cart::{{closure}}', 'src/http.rs', 88),
      native('shop::cart::Cart::total', 'src/cart.rs', 41),
      native('core::option::unwrap_failed', 'library/core/src/option.rs', 1_931, false),
    ],
  },
  {
    name: 'C++ daemon',
    platform: 'native',
    type: 'SIGSEGV',
    value: 'Segfault',
    frames: [
      native('__libc_start_main', 'csu/libc-start.c', 308, false),
      native('main', 'src/main.cc', 40),
      native('shop::EventLoop::run()', 'src/event_loop.cc', 133),
      native('shop::Session::onFrame(shop::Frame const&)', 'src/session.cc', 290),
    ],
  },
  {
    name: 'iOS',
    platform: 'cocoa',
    type: 'EXC_BREAKPOINT',
    value: 'Fatal error: Unexpectedly found nil while unwrapping an Optional value',
    frames: [
      swift('UIApplicationMain', '', 0, false),
      swift('-[UIControl sendAction:to:forEvent:]', '', 0, false),
      swift('CheckoutViewController.payTapped(_:)', 'CheckoutViewController.swift', 92),
      swift('PaymentForm.selectedCard.getter', 'PaymentForm.swift', 31),
    ],
  },
  {
    name: 'Flutter',
    platform: 'other',
    type: 'StateError',
    value: 'Bad state: No element',
    frames: [
      dart('_rootRunUnary', 'flutter/src/widgets/binding.dart', 1_407, false),
      dart('CartPage.build', 'pages/cart_page.dart', 66),
      dart('Cart.cheapest', 'model/cart.dart', 24),
    ],
  },
  {
    name: 'Phoenix',
    platform: 'elixir',
    type: 'FunctionClauseError',
    value: 'no function clause matching in Shop.Orders.total/1',
    frames: [
      elixir('Phoenix.Router', 'Phoenix.Router.__call__/5', 'lib/phoenix/router.ex', 432),
      elixir(
        'ShopWeb.OrderController',
        'ShopWeb.OrderController.show/2',
        'lib/shop_web/controllers/order_controller.ex',
        21,
      ),
      elixir('Shop.Orders', 'Shop.Orders.total/1', 'lib/shop/orders.ex', 74),
    ],
  },
]
