import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e',
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Every worker has its own server and database. The tests often wait, so there are more workers than cores.
  workers: Math.ceil(1.5 * availableParallelism()),
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    headless: true,
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Recording makes every test 50% slower. Repeat a failed test with `--trace on`.
    trace: 'off',
    launchOptions: {
      executablePath,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page of a test ends before optimized code could pay. Its compilation takes an eighth of the time.
        '--js-flags=--no-turbofan,--no-maglev',
      ],
    },
  },
})
