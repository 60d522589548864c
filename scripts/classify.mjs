import { answerLines, textOf } from './lines.mjs'

/** Reads raw WHOIS answers as JSON lines `{id, suffix, query, text}` and writes a line `{id, verdict}` for each. */
await answerLines(import.meta.filename, async () => {
  const { classify } = await import('@kikoa/registry-answers')
  return ({ id = null, suffix, query, text }) => ({
    id,
    verdict: typeof text === 'string' ? classify(text, textOf(suffix), textOf(query)) : 'unknown',
  })
})
