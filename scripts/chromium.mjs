import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { giveUp, run } from './prepare.mjs'

/** The headless build first: it starts faster and needs less memory. */
const installedPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Returns the path of Chromium on this machine, and installs it if it is missing. */
export async function chromium() {
  const found =
    [process.env.CHROMIUM_PATH, ...installedPaths].find((path) => path && isProgram(path)) ??
    (await downloaded())
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium from the system’s packages…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env, output: [] })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, output: [] })
      const installed = installedPaths.find(isProgram)
      if (installed) return installed
    }
  }
  console.log('Downloading Chromium…')
  await run(
    process.execPath,
    [createRequire(import.meta.url).resolve('@playwright/test/cli'), 'install', 'chromium'],
    {
      output: [],
    },
  )
  return (
    (await downloaded()) ??
    giveUp('The browser tests need Chromium: install it, or name its program in CHROMIUM_PATH.')
  )
}

async function downloaded() {
  const { chromium: bundled } = createRequire(import.meta.url)('@playwright/test')
  return isProgram(bundled.executablePath()) ? bundled.executablePath() : undefined
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
