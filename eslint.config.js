import eslint from '@eslint/js'
import regexp from 'eslint-plugin-regexp'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

export default defineConfig(
  { ignores: ['**/dist/**', '**/node_modules/**', 'test/fixtures/**', 'test/.tmp/**', '.cache/**'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers and booleans in messages are plain.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // The rule and noPropertyAccessFromIndexSignature contradict each other; brackets mark index signatures.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Marked so that nobody uses it by chance; for identity providers on this machine it is what is meant.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Size limits are prompts to find the missing noun, not goals.
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      complexity: ['error', 20],
      eqeqeq: ['error', 'always'],
      'no-restricted-globals': ['error', { name: 'process', message: 'Only main.ts reads process; inject the rest.' }],
    },
  },
  {
    // The web interface has the types of browsers and its own way of finding modules.
    files: ['services/web/**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { project: './services/web/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Handlers such as `onClick={() => close()}` answer nothing that anybody reads.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // The router is sent elsewhere by throwing where to.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXAttribute[name.name=/^(?:max|min)Length$/] Literal',
          message: 'Lengths are limits of the contracts: let the server refuse, or have the build put the constant in.',
        },
      ],
      // Handlers are the functions of the platform, which know no `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['services/web/{vite.config.ts,build/**/*.ts}'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // Telemetry, statements and questions come from strangers: a pattern that backtracks polynomially lets them hold a
    // thread with a single text.
    files: ['**/src/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error' },
  },
  {
    files: ['**/main.ts', '**/*worker.ts', '**/*child.ts', 'deploy/**/*.ts', 'test/**/*.ts', '**/test/**/*.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['test/**/*.ts', '**/test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        clearInterval: 'readonly',
        console: 'readonly',
        module: 'writable',
        process: 'readonly',
        performance: 'readonly',
        require: 'readonly',
        setInterval: 'readonly',
        setTimeout: 'readonly',
        window: 'readonly',
      },
    },
  },
  {
    // Modules that browsers load as they are.
    files: ['services/web/public/*.js'],
    languageOptions: {
      globals: {
        confirm: 'readonly',
        document: 'readonly',
        EventSource: 'readonly',
        fetch: 'readonly',
        FormData: 'readonly',
        location: 'readonly',
        Node: 'readonly',
        URLSearchParams: 'readonly',
      },
    },
  },
)
