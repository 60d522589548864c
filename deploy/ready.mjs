// `node deploy/ready.mjs [SECONDS]` ends with exit code 0 when the node on HOST and PORT is ready. It waits so many
// seconds for that, 0 by default, and then ends with exit code 1.

const { HOST = '', PORT } = process.env
const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
const address = `http://${host}:${PORT || 3000}/health/ready`
const deadline = Date.now() + 1000 * Number(process.argv[2] ?? 0)

const isReady = () =>
  fetch(address, { signal: AbortSignal.timeout(4_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

while (!(await isReady())) {
  if (Date.now() >= deadline) process.exit(1)
  await new Promise((done) => setTimeout(done, 200))
}
// Without this, fetch's idle connection would delay the end.
process.exit(0)
