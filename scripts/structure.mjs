import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

// `node scripts/structure.mjs [FOLDER]` prints the figures of the source tree of this checkout or another one.
// The check runs it too. It fails for wrong imports and for files that are too long, and prints the other problems.

/**
 * The packages, the layers and, between `client` and `app`, the features, from bottom to top. A file imports only from its
 * own entry in this list and from earlier ones, types included.
 */
const order = [
  'postgres',
  'registry-answers',
  'auth',
  'shared',
  'service-worker',
  'kit',
  'server',
  'client',
  'countries',
  'catalogue',
  'products',
  'audit',
  'settings',
  'accounts',
  'presence',
  'related',
  'mails',
  'support',
  'fulfilment',
  'money',
  'requests',
  'orders',
  'availability',
  'domains',
  'emails',
  'hosting',
  'product-screens',
  'services',
  'whatsapp',
  'chat',
  'website-design',
  'insights',
  'inbox',
  'customers',
  'search',
  'api-keys',
  'webhooks',
  'staff-notifications',
  'operations',
  'onboarding',
  'landing',
  'app',
  'src',
]

const limits = { linesPerFile: 350, filesPerFolder: 15, filesOnWalk: 12, filesOnLine: 11, linesOnWalk: 1500 }

/**
 * The files that process a value, step by step from start to end. No import leads to a step that begins with `~`: it is
 * reached over HTTP, by a notification or as an argument.
 */
const walks = {
  'a name, from the search field to its row': [
    'features/domains/ui/DomainSearch.tsx#DomainSearch',
    'features/requests/ui/NameSearch.tsx#NameSearch',
    'features/requests/ui/submit-request.tsx#useSubmit',
    'features/requests/requests.contract.ts#submit',
    'features/requests/server/requests.router.ts#submitRequest',
    'features/requests/server/submit-request.ts#insertInto',
  ],
  "a price, from the admin's form to its row": [
    'features/requests/ui/review/ReviewFields.tsx#price',
    'features/requests/ui/review/ReviewForm.tsx#price',
    'features/requests/requests.contract.ts#price',
    'features/requests/server/requests.router.ts#reviewRequest',
    'features/requests/server/review-request.ts#updateTable',
  ],
  'a payment, from its message to the ledger': [
    'features/money/server/received/hook.ts#storeMessage',
    'features/money/server/received/store-message.ts#readMessage',
    'features/money/providers/read-message.ts#readMessage',
    'features/money/server/received/decide.ts#treatFacts',
    'features/money/providers/treat-message.ts#treatFacts',
    '~features/money/server/received/evidence.ts#recordEvidence',
    '~features/money/server/matching/find-match.ts#findMatch',
    'features/money/server/matching/match.ts#assignMoney',
    'features/money/server/charges/settle.ts#settleCharge',
    'features/money/server/ledger/ledger.ts#postReceipt',
  ],
  'a paid name, from its charge to its fulfilment': [
    'features/money/server/charges/settle.ts#settleCharge',
    'features/money/server/matching/match.ts#activatePaid',
    'features/money/server/charges/activate-paid.ts#deliver',
    '~app/provided/chargeables.ts#activateAsProgram',
    'features/requests/server/review-request.ts#openFulfilment',
    'features/fulfilment/server/open-fulfilment.ts#insertInto',
  ],
  'a fulfilment, from its row to the registrar': [
    'features/fulfilment/server/open-fulfilment.ts#insertInto',
    '~features/fulfilment/server/fulfilment.jobs.ts#driver.register',
    'features/fulfilment/server/purchase.ts#checkRegistration',
    'features/fulfilment/server/accounts.ts#openDriver',
    'features/fulfilment/server/drivers/all-drivers.ts#resellerCoTz',
    'features/fulfilment/server/drivers/reseller-co-tz/driver.ts#register',
    'features/fulfilment/server/drivers/reseller-co-tz/api.ts#askOf',
    'features/fulfilment/server/drivers/provider-call.ts#providerCall',
  ],
  "a session's token, to the transaction": [
    'client/session/session.ts#accessToken',
    'client/api.ts#authorization',
    '~server/http/api.ts#identify',
    '~../packages/auth/keys/keys.ts#verifyToken',
    '~server/http/context.ts#callerContext',
    'server/database/database.ts#enter',
  ],
  'an event, from the transaction to the page': [
    'server/live/publish-events.ts#publishEvents',
    '~server/live/event-channel.ts#EventSubscriber',
    'server/live/streams.ts#Streams',
    'server/live/route.ts#registerLive',
    '~client/live/live-connection.ts#openLiveConnection',
    'client/live/live-updates.tsx#LiveProvider',
    '~app/ui/stale-query-keys.ts#staleQueryKeys',
  ],
}

const isProduction = (file) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(testing|node_modules|\.cache)\/|^paraglide\//.test(file)

/**
 * Maps each production file below `src` and `packages` to its text, lines and imports, including types and lazy imports.
 * Paths start below `src`, those of packages with `../packages/`.
 */
function readTree(root) {
  const source = join(root, 'src')
  const names = ['src', 'packages']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join('..', folder, file)),
    )
    .map((file) => file.replaceAll(sep, '/').replace('../src/', ''))
    .filter(isProduction)
  const known = new Set(names)
  const files = new Map()
  for (const file of names) {
    const text = readFileSync(join(source, file), 'utf8')
    const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'(?:@kikoa\/([\w/-]+)'|(\.[^']+)')/g)]
      .map(([, name, path]) =>
        name
          ? `../packages/${name}/index.ts`
          : relative(source, resolve(source, dirname(file), path)).replaceAll(sep, '/'),
      )
      .filter((target) => known.has(target))
    files.set(file, { text, lines: text.split('\n').length - 1, imports: new Set(targets) })
  }
  return files
}

/** The package, the layer or the feature of a file. It is `src` for the files that React Router needs at the root. */
function placeOf(file) {
  const [layer, feature, ...below] = file.split('/')
  if (layer === '..') return below[0]
  if (feature === undefined) return 'src'
  return layer === 'features' && below.length ? feature : layer
}

/** A sentence for each import that violates the order, or that enters a package beside its index. */
function wrongImports(files) {
  const rank = (file) => order.indexOf(placeOf(file))
  const isInside = (file, target) =>
    target.startsWith('../') && placeOf(file) !== placeOf(target) && !target.endsWith('/index.ts')
  return [...files].flatMap(([file, { imports }]) =>
    [...imports]
      .filter(
        (target) => rank(file) < 0 || rank(target) < 0 || rank(target) > rank(file) || isInside(file, target),
      )
      .map((target) => `${file} imports ${target}: ${placeOf(file)} may not use ${placeOf(target)}`),
  )
}

/** The cycles of a graph, as strongly connected components of several nodes (Tarjan). */
function cyclesOf(graph) {
  const [index, low, stack, found] = [new Map(), new Map(), [], []]
  function visit(node) {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    for (const next of graph.get(node) ?? [])
      if (!index.has(next)) low.set(node, Math.min(low.get(node), visit(next)))
      else if (stack.includes(next)) low.set(node, Math.min(low.get(node), index.get(next)))
    if (low.get(node) === index.get(node)) found.push(stack.splice(stack.indexOf(node)))
    return low.get(node)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found.filter((group) => group.length > 1)
}

/** The files on the shortest import path from one file to the other. Undefined without a path. */
function shortestPath(files, from, to) {
  const cameFrom = new Map([[from, undefined]])
  for (const file of cameFrom.keys()) {
    if (file === to) break
    for (const next of files.get(file)?.imports ?? []) if (!cameFrom.has(next)) cameFrom.set(next, file)
  }
  if (!cameFrom.has(to)) return undefined
  const path = []
  for (let file = to; file; file = cameFrom.get(file)) path.unshift(file)
  return path
}

/** Follows a walk. Gives the number of files on it and on its straight line, and its problems. */
function followWalk(files, steps) {
  const wrong = []
  const line = steps.map((step) => /^(~?)(.+)#(.+)$/.exec(step).slice(1))
  const all = new Set(line.map(([, file]) => file))
  for (const [n, [jump, file, symbol]] of line.entries()) {
    if (!files.get(file)?.text.includes(symbol)) wrong.push(`${file} is missing or does not name ${symbol}`)
    if (n === 0 || jump) continue
    const [, previous] = line[n - 1]
    const path = shortestPath(files, previous, file) ?? shortestPath(files, file, previous)
    if (!path) wrong.push(`no import leads from ${previous} to ${file}`)
    for (const one of path ?? []) all.add(one)
  }
  if (all.size > limits.filesOnWalk) wrong.push(`${all.size} files: ${[...all].join(', ')}`)
  if (line.length > limits.filesOnLine) wrong.push(`${line.length} steps`)
  // A file is read once, however many steps it has.
  const lines = [...new Set(line.map(([, file]) => file))].reduce(
    (sum, file) => sum + (files.get(file)?.lines ?? 0),
    0,
  )
  if (lines > limits.linesOnWalk) wrong.push(`${lines} lines`)
  return { wrong, all: all.size, line: line.length, lines }
}

/** The figures of a tree, as lines of text, and its problems. */
function inspect(root) {
  const files = readTree(root)
  const refused = wrongImports(files)
  const wrong = []
  const lines = [...files.values()].map((file) => file.lines).sort((a, b) => a - b)
  const at = (part) => lines[Math.floor(lines.length * part)]

  const importers = new Map()
  const folders = new Map()
  const places = new Map()
  for (const [file, { imports, lines: length }] of files) {
    if (length > limits.linesPerFile) refused.push(`${file} has ${length} lines`)
    folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
    const place = placeOf(file)
    if (!places.has(place)) places.set(place, new Set())
    for (const target of imports) {
      importers.set(target, (importers.get(target) ?? 0) + 1)
      if (placeOf(target) !== place) places.get(place).add(placeOf(target))
    }
  }
  for (const [folder, count] of folders)
    if (count > limits.filesPerFolder) refused.push(`the folder ${folder} has ${count} files`)
  const single = [...importers.values()].filter((count) => count === 1).length
  const graph = new Map([...files].map(([file, { imports }]) => [file, imports]))
  const knots = (groups) =>
    `${groups.length}${groups.length ? ` (${groups.map((one) => one.length).join(', ')})` : ''}`

  const report = [
    `${files.size} production files with ${lines.reduce((sum, one) => sum + one, 0)} lines: median ${at(0.5)}, nine in ten up to ${at(0.9)}, the largest ${lines.at(-1)}`,
    `${single} files have a single importer`,
    `import cycles between folders: ${knots(cyclesOf(places))}, between files: ${knots(cyclesOf(graph))}`,
  ]
  for (const group of cyclesOf(graph)) refused.push(`these files import each other: ${group.join(', ')}`)
  for (const [name, steps] of Object.entries(walks)) {
    const walk = followWalk(files, steps)
    report.push(`${name}: ${walk.all} files, ${walk.line} in a straight line with ${walk.lines} lines`)
    refused.push(...walk.wrong.map((sentence) => `${name}: ${sentence}`))
  }
  return { report, wrong, refused }
}

/** Prints the figures and the problems. @returns 1 for a wrong import or a file that is too long. */
export function checkStructure(root = resolve(import.meta.dirname, '..')) {
  const { report, wrong, refused } = inspect(root)
  for (const line of report) console.log(line)
  for (const sentence of [...refused, ...wrong]) console.error(`${sentence} (scripts/structure.mjs)`)
  return refused.length ? 1 : 0
}

if (process.argv[1] === import.meta.filename)
  process.exitCode = checkStructure(process.argv[2] && resolve(process.argv[2]))
