import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { giveUp, run } from './prepare.mjs'

/** The headless build starts faster and needs less memory. Version 156 of it denies every notification. */
const headlessPath = '/usr/bin/chromium-headless-shell'
const fullPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/**
 * Returns the settings with the paths of Chromium for the browser tests: CHROMIUM_PATH for most of them, and
 * FULL_CHROMIUM_PATH for those of notifications. Installs what is missing.
 */
export async function chromiumPaths() {
  return { CHROMIUM_PATH: await chromium(), FULL_CHROMIUM_PATH: await fullChromium() }
}

/** Returns the path of Chromium on this machine, and installs it if it is missing. */
export function chromium() {
  return find(
    [process.env.CHROMIUM_PATH, headlessPath, ...fullPaths],
    ['chromium-headless-shell', 'chromium'],
  )
}

function fullChromium() {
  const named = process.env.CHROMIUM_PATH
  return find(
    [process.env.FULL_CHROMIUM_PATH, named?.endsWith('headless-shell') ? undefined : named, ...fullPaths],
    ['chromium'],
  )
}

/** Returns the first path that is a program, or installs the first package that gives one. */
async function find(paths, packages) {
  const installed = () => paths.find((path) => path && isProgram(path))
  const found = installed() ?? (await downloaded())
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium from the system’s packages…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env, output: [] })
    for (const name of packages) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, output: [] })
      const path = installed()
      if (path) return path
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
