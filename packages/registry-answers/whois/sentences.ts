import { domainsIn, notAnEntry } from './fields.ts'

type Statement = 'free' | 'held' | 'refused'

/**
 * What a sentence of a WHOIS server says about a name: there is no record of it, it can't be registered, or the
 * question was not answered. Undefined for every other sentence.
 * "Free" is a closed list: every word of the sentence must be known here, so that a condition, another subject or
 * another name excludes it. The other two are open, because missing one of them must not make a name free.
 */
export function readStatement(sentence: string, query: string): Statement | undefined {
  const parts = sentence
    .replaceAll('(s)', 's')
    .replaceAll('_', ' ')
    .split(/[.!:;,]+(?:\s+|$)|\/|[()。！（）]/)
    .filter((part) => /\p{L}/u.test(part))
    .map((part) => wordsOf(part, query))
  if (!/\bcan be registered\b/i.test(sentence) && parts.some(held)) return 'held'
  if (refused(sentence)) return 'refused'
  return parts.some(free) && parts.every((part) => free(part) || harmless(part)) ? 'free' : undefined
}

/** Placeholders for the name asked about, and for any other name. No list below contains the second one. */
const ASKED = '@'
const OTHER = '@other'

function wordsOf(sentence: string, query: string): string {
  let text = sentence.toLowerCase()
  for (const name of new Set(domainsIn(text).sort((a, b) => b.length - a.length)))
    text = text.replaceAll(name, name === query ? ` ${ASKED} ` : ` ${OTHER} `)
  return (
    text
      .replace(/\bcannot\b/g, 'can not')
      .replace(/n[’']t\b/g, ' not')
      .replace(/\bthis server\b/g, 'we')
      .replace(/[^\p{L}\p{N}@.-]+/gu, ' ')
      .replace(/(?<=\s|^)-+|[.-]+(?=\s|$)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      // RWhois numbers its answers (RFC 2167 appendix E).
      .replace(/^error \d{3} (?=no )/, '')
  )
}

const setOf = (words: string) => new Set(words.trim().split(/\s+/))

/** Words that may appear in a sentence that says "there is no record", besides the words that say so. */
const plain = setOf(`
  @ the this that a an any your our we it there is was were are be been has have had does do did but and sorry unfortunately you yet could can find
  in for from of to on at with by as under about requested queried specified given following selected current consulted
  domain domains domainname name names object objects record services entry entries data information info key string
  search searching query request lookup database result results criteria registration registrations source sources
  returned queried above available error message
  objeto common ce est ist o a domínio domena el la los se para en de del dominio consulta base datos le les des domaine nom un une der die das domaine il
`)
/** Words of the phrases below that are not plain on their own. */
const absentWords = setOf(`
  not no found registred registered exist exists known listed delegated such matching match matches nothing unregistered
  inexistente istnieje yet currently unable non-existent esta está encuentra existe encontrado encontrada encontro encontró encontraron registrado registrada sin resultados ha sido
  fue não nao foi registado registada non trouvé trouvée trouve trouvee n pas enregistré enregistrée enregistre
  introuvable aucun aucune objet enregistrement résultat donnée nicht gefunden registriert keine einträge trovato
  registrato nie znaleziono nincs találat talalat bulunamadı consta не найден найдено найдена найдены зарегистрирован
  зарегистрировано записей
`)
const absent = [
  /\bnot (?:(?:be|been|yet|currently|a) )*(?:found|registered|registred|exists?|known|listed|delegated)\b/,
  /\bno (?:such )?(?:(?:data|domain|object) )?(?:entry|entries|records?|match(?:es)?|found|data|information|info|results?|objects?|domains?|registrations?|matching (?:entry|entries|records?|objects?|data|results?|domains?))\b/,
  /\b(?:not|unable to) find\b|\bnon-?existent\b|\bnot in (?:the|our) database\b|\breturned 0 objects\b|\bnot have any (?:data|entry|entries|records?)\b/,
  /\bnothing found\b|\bunregistered\b|\bnot have an? (?:entry|record)\b/,
  /\bno existe\b|\bsin resultados\b/,
  /\bno (?:(?:se|ha|sido|fue|esta|está|encuentra) )*(?:encontrad[oa]|encontro|encontró|encontraron|registrad[oa])\b/,
  /\b(?:não|nao) (?:foi )?(?:encontrad[oa]|registrad[oa]|registad[oa]|existe|consta)\b/,
  /\bnon trouv[ée]e?(?= |$)|\bn existe pas\b|\bpas enregistr[ée]e?(?= |$)|\bintrouvable\b|\baucune? (?:objet|enregistrement|résultat|donnée)\b/,
  /\bnicht (?:gefunden|registriert)\b|\bkeine einträge\b|\bnon (?:trovato|registrato)\b|\bnie (?:znaleziono|istnieje)\b|\binexistente\b|\bnincs tal[áa]lat\b/,
  /(?:^| )(?:bulunamadı|не найден[оаы]?|не зарегистрирован[оа]?|записей не найдено)(?: |$)/,
]
/** Something other than the name is missing. */
const otherSubject =
  /\b(?:database|sources?|query|request|lookup|search|criteria|error|base|string)(?: (?:is|was|were|does|do|did|could|can))? not\b/
/** Whole sentences that mean "the name is free". */
const offered =
  /^(?:the |this )?(?:requested )?(?:domain ?(?:name)? ?)?(?:@ )?(?:is |status )?(?:currently |still )?(?:available|free)(?: (?:for|to be) (?:registration|registered))?$|^(?=.*(?:@|dom))(?:(?:el|le|o|die) )?(?:dom[ií]nio|nom de domaine|domaine|domain)? ?(?:@ )?(?:(?:esta|está|est|ist|é) )?(?:disponible|disponível|libre|livre|frei)$/
/** These may also be the end of a wrapped sentence. */
const tooShort = new Set([
  'free',
  'available',
  'domain free',
  'domain available',
  'domain name available',
  'status available',
])

/** Where the name was looked up: "… in the NASK database", "… in the .xx registry or the registrar's WHOIS server". */
const whoseRegister =
  / (?:in|on|from|at)(?: (?!(?:local|cached?|reseller|not|no|other|reserved|blocked|restricted|premium) )\S+){0,6} (?:database|registry|register|server|db|system)$| (?:to|in|at|with|by|en) (?:the )?\S*nic\S*(?: \S+)?$/

const known = (word: string) =>
  plain.has(word) || absentWords.has(word) || /^(?:0|\.[a-z]{2,}(?:\.[a-z]{2,})?)$/.test(word)

/** Words of names of things, which other languages use too. */
const international = new Set(['domain', 'domains', 'info', 'database', 'objekt', 'registration'])
/** A word of the sentences that are known here. Their language is no unknown one. */
export const isListedWord = (word: string) => known(word) && !international.has(word)

/** Whole sentences that mean "there is no such domain" in Japanese, Korean and Chinese. */
const eastAsianAbsent =
  /^(?:@ ?)?(?:(?:該当する|指定された|上記の?|ご?指定の)?(?:ドメイン名?|データ|もの|情報)?[はがに]?(?:該当する(?:データ|もの)[はが])?(?:登録されていません|ありません|ありませんでした|見つかりません(?:でした)?|見当たりません|存在しません|未登録です?)|(?:상기 )?도메인이름은 등록되어 있지 않습니다|(?:域名|該域名|该域名)?(?:未注册|尚未注册|未註冊|尚未註冊|不存在)|(?:没有|沒有|未)找到(?:匹配的)?(?:记录|記錄|域名|信息)?)(?: ?@)?$/u

function free(part: string): boolean {
  if (eastAsianAbsent.test(part)) return true
  if (offered.test(part)) return !tooShort.has(part)
  if (!absent.some((phrase) => phrase.test(part)) || otherSubject.test(part)) return false
  return part.replace(whoseRegister, '').split(' ').every(known)
}

/** Allowed beside the sentence that counts: the name alone, a number, the purge of an earlier registration. */
const harmless = (part: string) =>
  (!/\berror \p{L}/u.test(part) &&
    part.split(' ').every((word) => plain.has(word) || /^(?!(?:4(?!04)|5)\d\d$)\d+$/.test(word))) ||
  /^previous registration \S+ was purged on\b/.test(part)

/** A sentence with one of these words is about a rule or about data, not about this name. */
const aside =
  /\b(?:if|whether|may|might|unless|when|should|agree|terms|which|that|reserves|rights|data|use|material|information)\b/
const heldPhrases = [
  /(?:^|\b)(?:domain|name|object|string|label|@)(?: \S+){0,5} (?:is|are|been|was)(?: \S+)? (?:reserved|blocked|restricted|prohibited|forbidden)\b/,
  /^(?:reserved|blocked|restricted)(?: domain| name| domain name)?(?: by\b.*)?$/,
  /\b(?:reserved|blocked|restricted|prohibited) (?:domain|name|list|string|word)s?\b/,
  /^(?:domain|name|domain name) (?:reserved|blocked|restricted)$/,
  /\b(?:domain|name|@) (?:is|are) not (?:allowed|permitted|open) for registration\b/,
  /\b(?:can|may|could) not be registered\b/,
  /^(?:the |this )?(?:requested )?(?:domain ?(?:name)? ?)?(?:@ )?(?:is |are )?(?:currently )?(?:not available|unavailable)(?: for\b.*)?$/,
  /^(?:the |this )?(?:domain ?(?:name)? ?)?@?(?: is)?(?: already| currently)* ?(?:registered|taken|in use|active|delegated|not free)$/,
  /\bnot available for (?:\S+ )*registration\b/,
  /(?:domain|name|@) (?:already exists|exists already)\b/,
]

/**
 * True for a sentence that says that the name can't be registered: reserved, blocked, not available, registered.
 * @param part in lower case without punctuation, `@` for the name asked about
 */
const held = (part: string) =>
  part.split(' ').length <= 24 && !aside.test(part) && heldPhrases.some((phrase) => phrase.test(part))

const troubles = [
  /^error for\b|\bcontravenes?\b|\bnaming rules\b/i,
  /\b(?:limit|quota|rate|allowance|threshold)s?\b.{0,60}\b(?:exceeded|reached|surpassed|hit|excedid[oa]|dépassée?)\b/i,
  /\b(?:exceeded|reached|surpassed|over)\b.{0,60}\b(?:limit|quota|rate|allowance|threshold|allowed|maximum|permitted)s?\b/i,
  /\btoo many (?:requests|queries|connections|lookups|simultaneous|attempts)\b/i,
  /\b(?:try|retry|query|check) (?:it )?again\b|\btry later\b|\bplease (?:wait|slow down)\b|\bslow down\b/i,
  /\b(?:access|request|connection|quer(?:y|ies)|lookup|service|permission)s?\b.{0,30}\b(?:denied|refused|rejected|blocked|forbidden|not allowed)\b/i,
  /\b(?:your|ip|address|client|host)\b.{0,40}\b(?:blocked|blacklisted|black-listed|banned|denied|restricted|not authori[sz]ed|suspended)\b/i,
  /\b(?:temporar(?:y|ily)|currently|momentarily)\b.{0,30}\b(?:unavailable|not available|down|out of service|not be answered|offline|disabled|overloaded)\b/i,
  /\b(?:server|service|system|database|registry|whois)\b.{0,30}\b(?:busy|down|unavailable|offline|overloaded|maintenance|not responding|error|unreachable)\b/i,
  /\bunder maintenance\b|\bmaintenance (?:mode|window|work|in progress)\b/i,
  /\b(?:timed? ?out|time-out|connection (?:attempt )?(?:failed|reset|error)|could not connect|can(?:no|')t connect|internal (?:server )?error)\b/i,
  /\b(?:invalid|malformed|illegal|bad|incorrect|unrecogni[sz]ed|unsupported|unknown|wrong)\b.{0,20}\b(?:query|input|request|domain|name|syntax|characters?|format|pattern|argument|parameter|command|option|tld|zone|object|string|label|search|whois)\b/i,
  /\b(?:query|input|request|domain|name|syntax|character|format|argument|parameter|string|label|object)s?\b(?: \S+){0,4} (?:is |are |was )?(?:invalid|malformed|illegal|incorrect|not valid|not supported|unsupported|not recogni[sz]ed|not permitted|not allowed|too long|too short|unknown)\b/i,
  /\bnot (?:a )?(?:valid|supported|correct)\b|\bsyntax error\b|\bparse error\b|\bnon bijective\b/i,
  /\b(?:no|unknown) (?:whois )?(?:server|tld|zone)\b|\bthat (?:zone|tld)\b|\b(?:tld|zone|suffix|extension)\b.{0,30}\bnot (?:served|supported|handled|found)\b/i,
  /\b(?:only|solo|sólo|seulement) (?:accepts?|acepta|accepte|supports?)\b|\baccepts only\b(?!.{0,30}\bmatch)/i,
  /\bexceeded\b|\bat least\b.{0,30}\bseconds?\b|\bonce (?:per|every)\b/i,
  /\bnot available (?:at (?:this|the) (?:time|moment)|right now)\b|\bunable to (?:process|answer|complete|connect|contact|query|service)\b|\bcould not be (?:processed|answered|completed|reached)\b/i,
]
/** Threats in terms of use, and descriptions of the service, do not refuse this question. */
const hypothetical =
  /\b(?:if|may|might|whether|should|unless|agree|terms|notice|abuse|result in|in case|excessive|reserves?|includes restrictions|violat\w+|reasonably|under no circumstances|purpose)\b/i

/** True for a sentence that says why the question was not answered: limit, quota, syntax, fault. */
const refused = (sentence: string) =>
  !hypothetical.test(sentence) &&
  !notAnEntry.test(sentence) &&
  troubles.some((trouble) => trouble.test(sentence))
