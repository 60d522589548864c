import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root } from './prepare.mjs'

// `node scripts/release.mjs TAG` checks that the tag, package.json and CHANGELOG.md name the same version, and prints
// the section of the version.

const tag = process.argv[2] ?? giveUp('Name the tag, such as v0.1.0.')
const read = (file) => readFileSync(join(root, file), 'utf8')
const { version } = JSON.parse(read('package.json'))
if (tag !== `v${version}`) giveUp(`The tag is ${tag}, but package.json has the version ${version}.`)
const sections = read('CHANGELOG.md').split(/^## /m).slice(1)
const [heading, ...lines] = sections[0]?.split('\n') ?? []
if (heading !== version)
  giveUp(`The first heading of CHANGELOG.md is "## ${heading}", but has to be "## ${version}".`)
console.log(lines.join('\n').trim())
