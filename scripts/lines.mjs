import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { environment, giveUp, root, run, runtime } from './prepare.mjs'

/**
 * A command that reads JSON lines from standard input and writes one for each, in the same order. It prints nothing else
 * on standard output. The program starts twice: first to install the packages, then with the project's Node.
 * @param script the file of the command
 * @param loadAnswer gives the function that answers an object; for a line that is no JSON it gets `{}`
 */
export async function answerLines(script, loadAnswer) {
  if (process.argv[2] !== 'lines') {
    installQuietly()
    process.exitCode = await run(runtime(), [script, 'lines'])
    return
  }
  const answer = await loadAnswer()
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!line.trim()) continue
    // Waits for a slow reader instead of buffering its lines in memory.
    if (!process.stdout.write(`${JSON.stringify(answer(parse(line)))}\n`))
      await new Promise((done) => process.stdout.once('drain', done))
  }
}

/** The value if it is a text, otherwise an empty one. */
export const textOf = (value) => (typeof value === 'string' ? value : '')

function parse(line) {
  try {
    const value = JSON.parse(line)
    if (value !== null && typeof value === 'object') return value
  } catch {
    // Said below.
  }
  console.error('A line that is not a JSON object counts as empty.')
  return {}
}

/** Installs the packages and prints only to standard error. */
function installQuietly() {
  const step = "import('./scripts/prepare.mjs').then(({ install }) => install())"
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', step], {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 2, 2],
  })
  if (status) giveUp('The packages could not be installed: see the lines above.')
}
