import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { environment, giveUp, root, run, runtime } from './prepare.mjs'

/**
 * Reads raw WHOIS answers as JSON lines `{id, suffix, query, text}` and writes a line `{id, verdict}` for each, in the
 * same order. It prints nothing else on standard output.
 */
if (process.argv[2] === 'lines') await classifyLines()
else {
  installQuietly()
  process.exitCode = await run(runtime(), [import.meta.filename, 'lines'])
}

async function classifyLines() {
  const { classify } = await import('../src/features/availability/whois/classify.ts')
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!line.trim()) continue
    const { id, verdict } = judge(line, classify)
    // Waits for a slow reader instead of buffering its lines in memory.
    if (!process.stdout.write(`${JSON.stringify({ id, verdict })}\n`))
      await new Promise((done) => process.stdout.once('drain', done))
  }
}

function judge(line, classify) {
  try {
    const { id = null, suffix = '', query = '', text } = JSON.parse(line)
    return {
      id,
      verdict: typeof text === 'string' ? classify(text, String(suffix), String(query)) : 'unknown',
    }
  } catch {
    console.error('A line that is not JSON counts as unknown.')
    return { id: null, verdict: 'unknown' }
  }
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
