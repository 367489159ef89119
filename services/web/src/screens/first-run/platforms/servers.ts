import type { Platform } from './platform.js'

/** Server platforms. */
export const serverPlatforms: readonly Platform[] = [
  {
    id: 'python',
    name: 'Python',
    flush: 'sentry_sdk.flush()',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'pip install sentry-sdk' },
      {
        title: 'at startup',
        text: `import sentry_sdk

sentry_sdk.init(
    dsn="${dsn}",
    traces_sample_rate=1.0,
)

sentry_sdk.capture_message("${greeting}")`,
      },
    ],
  },
  {
    id: 'go',
    name: 'Go',
    flush: 'sentry.Flush(2 * time.Second)',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'go get github.com/getsentry/sentry-go' },
      {
        title: 'main.go',
        text: `package main

import (
	"log"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
	err := sentry.Init(sentry.ClientOptions{
		Dsn:              "${dsn}",
		EnableTracing:    true,
		TracesSampleRate: 1.0,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer sentry.Flush(2 * time.Second)

	sentry.CaptureMessage("${greeting}")
}`,
      },
    ],
  },
  {
    id: 'php',
    name: 'PHP',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'composer require sentry/sentry' },
      {
        title: 'at startup',
        text: `\\Sentry\\init([
    'dsn' => '${dsn}',
    'traces_sample_rate' => 1.0,
]);

\\Sentry\\captureMessage('${greeting}');`,
      },
    ],
  },
  {
    id: 'ruby',
    name: 'Ruby',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'bundle add sentry-ruby' },
      {
        title: 'at startup',
        text: `require "sentry-ruby"

Sentry.init do |config|
  config.dsn = "${dsn}"
  config.traces_sample_rate = 1.0
end

Sentry.capture_message("${greeting}")`,
      },
    ],
  },
  {
    id: 'java',
    name: 'Java',
    snippets: ({ dsn, greeting }) => [
      { title: 'build.gradle', text: "implementation 'io.sentry:sentry:8.+'" },
      {
        title: 'Main.java',
        text: `import io.sentry.Sentry;

public class Main {
  public static void main(String[] args) {
    Sentry.init(options -> {
      options.setDsn("${dsn}");
      options.setTracesSampleRate(1.0);
    });

    Sentry.captureMessage("${greeting}");
  }
}`,
      },
    ],
  },
  {
    id: 'dotnet',
    name: '.NET',
    flush: 'await SentrySdk.FlushAsync(TimeSpan.FromSeconds(2))',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'dotnet add package Sentry' },
      {
        title: 'Program.cs',
        text: `using var sentry = SentrySdk.Init(options =>
{
    options.Dsn = "${dsn}";
    options.TracesSampleRate = 1.0;
});

SentrySdk.CaptureMessage("${greeting}");`,
      },
    ],
  },
  {
    id: 'rust',
    name: 'Rust',
    snippets: ({ dsn, greeting }) => [
      { title: 'shell', text: 'cargo add sentry' },
      {
        title: 'main.rs',
        text: `fn main() {
    // Queued events are sent when the guard is dropped.
    let _guard = sentry::init((
        "${dsn}",
        sentry::ClientOptions {
            release: sentry::release_name!(),
            traces_sample_rate: 1.0,
            ..Default::default()
        },
    ));

    sentry::capture_message("${greeting}", sentry::Level::Info);
}`,
      },
    ],
  },
  {
    id: 'elixir',
    name: 'Elixir',
    snippets: ({ dsn, greeting }) => [
      { title: 'mix.exs', text: '{:sentry, "~> 10.0"},\n{:hackney, "~> 1.19"},' },
      {
        title: 'config/config.exs',
        text: `config :sentry,
  dsn: "${dsn}",
  enable_source_code_context: true,
  root_source_code_paths: [File.cwd!()]`,
      },
      { title: 'iex -S mix', text: `Sentry.capture_message("${greeting}", result: :sync)` },
    ],
  },
]
