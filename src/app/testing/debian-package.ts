import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Whether a program of a Debian package is there. Root installs the package if it is missing; otherwise one sentence says
 * what is not tested.
 */
export async function hasProgram(program: string, packageName: string): Promise<boolean> {
  const isThere = () =>
    run('which', [program]).then(
      () => true,
      () => false,
    )
  if (await isThere()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env }).catch(() => {})
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', packageName], { env }).catch(
      () => {},
    )
    if (await isThere()) return true
  }
  process.stderr.write(`${program} is not installed and not tested: install the package ${packageName}.\n`)
  return false
}
