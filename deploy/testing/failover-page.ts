import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const page = await readFile(join(import.meta.dirname, '../../docs/failover.md'), 'utf8')
const blocks = [...page.matchAll(/^ *```sh.*\n([^`]*)^ *```$/gm)].map(([, block]) => block!)

/**
 * Runs the one block of docs/failover.md that has `part`, as it is printed and in an environment that has nothing else.
 * @param replaced are the files and names of a test, by those of the page.
 * @returns what it printed.
 */
export async function runPrinted(part: string, replaced: Record<string, string>): Promise<string> {
  const found = blocks.filter((block) => block.includes(part))
  if (found.length !== 1) throw new Error(`${found.length} blocks of the page have ${part}`)
  const script = Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), found[0]!)
  const { stdout, stderr } = await run('sh', ['-euc', script], { env: { PATH: process.env['PATH'] } })
  return stdout + stderr
}
