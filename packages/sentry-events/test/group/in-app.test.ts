import { expect } from 'chai'
import { isInApp } from '../../src/normalize/in-app.js'

function inApp(platform: string, absPath: string, more: Record<string, string> = {}): boolean {
  const frame = { function: 'f', module: '', filename: '', absPath, platform: '', inApp: true, ...more }
  return isInApp(frame, platform)
}

describe('isInApp', () => {
  it('trusts the SDK about application code', () => {
    expect(inApp('node', '/srv/app/a.js')).to.equal(true)
    expect(inApp('javascript', 'https://assets.cdn.example.com/a.js')).to.equal(true)
    expect(
      isInApp({ function: 'f', module: '', filename: 'a', absPath: 'a', platform: '', inApp: false }, 'go'),
    ).to.equal(false)
  })

  it('recognizes library folders', () => {
    for (const path of [
      '/srv/node_modules/x/a.js',
      'node_modules/x/a.js',
      'C:\\app\\node_modules\\x\\a.js',
      '/usr/lib/python3/site-packages/x.py',
      '/usr/lib/python3/dist-packages/x.py',
      '/srv/vendor/x/a.php',
      '/root/go/pkg/mod/x@v1/a.go',
      'https://unpkg.com/react@18/react.js',
      'https://cdn.jsdelivr.net/npm/x/a.js',
    ]) {
      expect(inApp('other', path), path).to.equal(false)
    }
  })

  it("recognizes the JVM's packages by module", () => {
    for (const module of ['java.util.List', 'kotlin.Unit', 'org.springframework.x.Y', 'org.apache.x.Y']) {
      expect(inApp('java', '', { module }), module).to.equal(false)
    }
    expect(inApp('java', '', { module: 'com.shop.Orders' })).to.equal(true)
    expect(inApp('python', '/srv/a.py', { module: 'java.util' })).to.equal(true)
  })
})
