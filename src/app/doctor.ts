import type { Check, CheckState, Fact } from '../features/operations/checks.ts'
import { runChecks } from '../features/operations/server/run-checks.ts'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/log.ts'
import { type MessageKey, translate } from '../server/mail/messages.ts'
import { StartError } from '../server/start-error.ts'
import { openDatabase } from './open-database.ts'

const marks: Record<CheckState, string> = {
  good: 'ok      ',
  warning: 'warning ',
  problem: 'PROBLEM ',
  off: '-       ',
}

/**
 * `npm run doctor`: checks this installation and prints a line for each check, with what to do. Kikoa may be running on
 * the same database.
 * @returns the exit code: 1 if there is a problem.
 */
async function main(): Promise<number> {
  const config = readConfig()
  const { database, close } = await openDatabase(config, createLog('error'))
  try {
    const checks = await runChecks({ config, database, now: () => new Date() })
    for (const check of checks) console.log(lineOf(check))
    return checks.some(({ state }) => state === 'problem') ? 1 : 0
  } finally {
    await close()
  }
}

const text = (key: string) => translate('en', `operations_${key}` as MessageKey)

function lineOf({ name, state, problem, facts }: Check): string {
  const details = facts.map((fact) => `${text(`fact_${fact.name}`)}: ${valueOf(fact)}`).join(', ')
  const line = `${marks[state]}${text(`check_${name}`)}${details && ` (${details})`}`
  return problem ? `${line}\n        ${text(`problem_${problem}`)}` : line
}

function valueOf({ unit, value }: Fact): string {
  if (value === null) return text('none').toLowerCase()
  if (unit === 'bytes') return `${Math.round(Number(value) / 2 ** 20)} MB`
  if (unit === 'seconds') return `${Math.round(Number(value))} s`
  return String(value)
}

try {
  process.exitCode = await main()
} catch (error) {
  // What keeps Kikoa from starting is one sentence that says what to do.
  if (!(error instanceof StartError)) throw error
  console.log(`${marks.problem}${error.message}`)
  process.exitCode = 1
}
