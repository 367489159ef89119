import type { Platform } from './platform.js'

/** Platforms of mobile and desktop devices. */
export const devicePlatforms: readonly Platform[] = [
  {
    id: 'android',
    name: 'Android',
    snippets: ({ dsn, greeting }) => [
      { title: 'app/build.gradle.kts', text: 'implementation("io.sentry:sentry-android:8.+")' },
      {
        title: 'AndroidManifest.xml',
        text: `<application>
  <meta-data android:name="io.sentry.dsn"
    android:value="${dsn}" />
  <meta-data android:name="io.sentry.traces.sample-rate"
    android:value="1.0" />
</application>`,
      },
      { title: 'MainActivity.kt, in onCreate', text: `io.sentry.Sentry.captureMessage("${greeting}")` },
    ],
  },
  {
    id: 'ios',
    name: 'iOS',
    snippets: ({ dsn, greeting }) => [
      { title: 'Xcode, Add Package Dependencies', text: 'https://github.com/getsentry/sentry-cocoa.git' },
      {
        title: 'App.swift',
        text: `import Sentry
import SwiftUI

@main
struct ExampleApp: App {
    init() {
        SentrySDK.start { options in
            options.dsn = "${dsn}"
            options.tracesSampleRate = 1.0
        }
        SentrySDK.capture(message: "${greeting}")
    }

    var body: some Scene {
        WindowGroup { ContentView() }
    }
}`,
      },
    ],
  },
  {
    id: 'react-native',
    name: 'React Native',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'npm install @sentry/react-native' },
      {
        title: 'App.js',
        text: `import * as Sentry from '@sentry/react-native'

Sentry.init({
  dsn: '${dsn}',
  tracesSampleRate: 1,
})

Sentry.captureMessage('${greeting}')

export default Sentry.wrap(App)`,
      },
    ],
  },
  {
    id: 'flutter',
    name: 'Flutter',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'flutter pub add sentry_flutter' },
      {
        title: 'lib/main.dart',
        text: `import 'package:flutter/widgets.dart';
import 'package:sentry_flutter/sentry_flutter.dart';

Future<void> main() async {
  await SentryFlutter.init(
    (options) {
      options.dsn = '${dsn}';
      options.tracesSampleRate = 1.0;
    },
    appRunner: () => runApp(SentryWidget(child: MyApp())),
  );
  await Sentry.captureMessage('${greeting}');
}`,
      },
    ],
  },
]
