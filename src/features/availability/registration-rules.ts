import { scriptsUsed } from '../products/names/scripts-used.ts'
import { toReadableName } from '../products/names/scripts.ts'
import type { NameRefusal } from './answer.ts'

/**
 * Which names registries accept, whether or not they are taken: scripts, lengths, second levels for institutions,
 * reserved words. A suffix without a rule accepts every valid name.
 */

const setOf = (words: string) => new Set(words.trim().split(/\s+/))

/** Endings where only institutions can register. */
const closedTop = setOf('gov mil edu int arpa')
/** Second levels for government and armed forces, in every country. */
const closedEverywhere = setOf('gov gob gub gouv govt gv mil')
/** More second levels for government, schools and universities. */
const closedZones = setOf(`
  go.tz ac.tz sc.tz go.ke ac.ke sc.ke go.ug ac.ug sc.ug ac.rw edu.rw edu.bi edu.et edu.ss sch.ss edu.so edu.sd med.sd edu.er edu.dj
  ac.mw ac.zm sch.zm ac.zw edu.mz ac.mz edu.mg edu.km edu.cd ac.za school.za edu.za ac.bw edu.ng sch.ng edu.gh edu.gm edu.sl edu.lr edu.eg
  ac.uk police.uk nhs.uk sch.uk mod.uk edu.au ac.in edu.in nic.in res.in ac.jp ed.jp go.jp lg.jp ac.kr go.kr es.kr hs.kr ms.kr ac.th go.th mi.th
  ac.id go.id sch.id edu.my edu.sg edu.hk edu.tw edu.cn ac.cn edu.tr k12.tr pol.tr bel.tr tsk.tr edu.br jus.br leg.br mp.br edu.mx edu.ar
  edu.co edu.pe edu.pk edu.bd ac.bd edu.sa edu.ae ac.ae sch.ae edu.qa edu.kw ac.il k12.il idf.il muni.il ac.nz school.nz cri.nz iwi.nz parliament.nz
`)

/** The scripts that a registry accepts besides ASCII. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  ...each('tz ke ug rw bi et er so ss sd dj mw zm zw mz na bw za ls sz us uk au ru rs mx cz sk aero', []),
  ...each(
    'at be br ca ch de dk ee es eu fi fr hr hu ie is it li lt lu lv no nz pt re pm yt wf tf ro se si cat',
    ['Latin'],
  ),
  ...each('cn tw hk mo', ['Han']),
  ...each('bg by kz mk mn su ua', ['Cyrillic']),
  jp: ['Han', 'Hiragana', 'Katakana'],
  kr: ['Hangul'],
  gr: ['Greek'],
  il: ['Hebrew'],
  th: ['Thai'],
}

/** The least and most characters of a label. */
const lengths: Readonly<Record<string, readonly [number, number]>> = {
  ...each('be nl ru', [2, 63]),
  ...each('it jp', [3, 63]),
  br: [2, 26],
  ca: [2, 50],
}

/**
 * Reserved by ICANN's contracts under every generic ending (base registry agreement, specification 5). `nic` and
 * `example` are not listed: they are registered, and a registry proves with them that it knows its names.
 */
const genericWords = setOf(`
  whois www rdds icann iana internic aso ccnso gnso afrinic apnic arin lacnic latnic ripe gtld-servers iana-servers root-servers
  rfc-editor iab iesg ietf irtf istf
`)
const reservedWords: Readonly<Record<string, ReadonlySet<string>>> = {
  io: setOf('www whois com net org co gov mil edu ac io'),
  ca: setOf('ab bc mb nb nf nl ns nt nu on pe qc sk yk yt ca gc canada government gouvernement'),
}

/**
 * Why no customer can register a name, whatever its registry reports. Undefined for a name that the registry accepts.
 * @param name in ASCII
 * @param suffix the ending of the name, as the registry sells it
 */
export function refuseName(name: string, suffix: string): NameRefusal | undefined {
  const top = suffix.slice(suffix.lastIndexOf('.') + 1)
  if (isClosed(suffix, top)) return 'closed'
  const label = name.slice(0, name.length - suffix.length - 1)
  const readable = label.startsWith('xn--') ? toReadableName(label) : label
  const length = Array.from(readable).length
  const [fewest, most] = (suffix === top && own(lengths, top)) || [1, 63]
  if (readable === label && (length < fewest || length > most)) return 'length'
  return readable === label ? undefined : refuseScript(readable, top)
}

/** True for a word that its registry gives to no one. The registry may still report that it has no record of it. */
export function isReservedWord(name: string, suffix: string): boolean {
  const label = name.slice(0, name.length - suffix.length - 1)
  if (own(reservedWords, suffix)?.has(label)) return true
  // Reserved for the holders of airline and airport codes.
  if (suffix === 'aero' && label.length <= 3) return true
  return !suffix.includes('.') && suffix.length > 2 && genericWords.has(label)
}

function isClosed(suffix: string, top: string): boolean {
  if (suffix === top) return closedTop.has(top)
  const [zone = ''] = suffix.split('.')
  return closedZones.has(suffix) || (top.length === 2 && closedEverywhere.has(zone)) || closedTop.has(top)
}

function refuseScript(label: string, top: string): NameRefusal | undefined {
  const taken = own(scripts, top) ?? scriptsOfEnding(top)
  const used = scriptsUsed(label)
  if (used === 'mixed') return 'mixed-scripts'
  if (used.length === 0) return 'script'
  const beyondAscii = /[^\p{ASCII}]/u.test(label.replace(/[^\p{Script=Latin}]/gu, ''))
  if (taken && !used.every((one) => taken.includes(one) || (one === 'Latin' && !beyondAscii))) return 'script'
  if (used.includes('Latin') && !commonLatin.test(label) && used.length === 1) return 'script'
  const [script = ''] = used
  const isAtHome = taken?.includes(script) && script !== 'Latin'
  return used.length === 1 && !isAtHome && own(lookalikes, script)?.test(label) ? 'lookalike' : undefined
}

/** An ending in another script accepts names in that script and in Latin letters. */
function scriptsOfEnding(top: string): readonly string[] | undefined {
  if (!top.startsWith('xn--')) return undefined
  const used = scriptsUsed(toReadableName(top))
  return used === 'mixed' ? undefined : [...used, 'Latin']
}

/** Latin letters of living languages. Phonetic letters are left out, because some look like other letters. */
const commonLatin =
  /^[a-z0-9·\u00DF-\u00F6\u00F8-\u0148\u014A-\u017E\u0192\u0199\u01A1\u01B0\u01B4\u01CE\u01D0\u01D2\u01D4\u01E5\u01E7\u01E9\u01F9\u0219\u021B\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u0272\u0289\u028B\u1E00-\u1EF9-]+$/u

/** Labels of letters that all look like Latin ones (Unicode TR39, whole-script confusables). */
const lookalikes: Readonly<Record<string, RegExp>> = {
  Cyrillic: /^[асԁеһіјӏорԛѕԝхуьѵѡԍһ0-9-]+$/u,
  Greek: /^[αικνρυωηοτγχ0-9-]+$/u,
  Armenian: /^[ագզէլհյոսւօ0-9-]+$/u,
  Georgian: /^[იოყძხჽჿ0-9-]+$/u,
  Hebrew: /^[וטיןס0-9-]+$/u,
}

/** Gives several endings the same value. */
function each<T>(endings: string, line: T): Record<string, T> {
  return Object.fromEntries([...setOf(endings)].map((ending) => [ending, line]))
}

/** Only own keys, because `constructor` may be asked for as a suffix. */
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
