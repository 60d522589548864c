/**
 * By what a line that is understood is told from one that may say why a question was not answered.
 */

/** What may happen to somebody. Whoever speaks of "you" in few words means this question. */
export const supposed = /\b(?:if|where|when|should)\b.*|(?<!\byou\b.*)\b(?:may|reserves?)\b[^.;]*/i
/** Words of trouble that every answer of some servers carries. */
export const usual =
  /\brestricted (?:by copyright|because)\b|\brestricted, and can be registered[^.]*|\blimited to the data\b|\brights restricted\b|\bits use is restricted\b|^restricted to\b|\brestricted rights\b|\bmaximum of \d+ queries per \w+\s+can\s+be\s+made\s+by each\b|\bnot authori[sz]ed to access or query\b|\bnot available (?:via|through)\b|\bquery (?:rate )?limit(?: is|:) \d+ per \w+|\bup to \d+ letters are premium domains and require a special registration process\b|\bcan be registered\b[^.]*|\bnot to use\b|\bnot able to represent\b.*|\bcould not be represented\b|\b(?:can ?not|do not) be guaranteed\b|\bdo not remove this notice\b|\bcidr block\b|\bnot (?:associated|affiliated|sponsored)\b|\bfailure to locate a record\b(?:.*\bis not$)?|\bnot indicative\b|\bonly, not\b|\b(?:does|do) not (?:guarantee|necessarily|reflect)\b|\bnot be held\b|\bservices? (?:is|are) rate limited\b|\bqueries to the whois services are throttled\b|\bdata available in this service is limited\b|\bdelay not exceeding\b|\bback ?end\b|\b(?:all )?rights reserved\b|\bcopyright reserved\b/gi
/** A sentence with one of these may say why the question was not answered, or that the name can't be had. */
export const trouble =
  /\b(?:wait|later|again|tomorrow|come back|den(?:y|ied)|refus\w*|reject\w*|bann?(?:ed|ing)?|block\w*|busy|down|offline|unavailable|not available|errors?|fail\w*|fault|invalid|malformed|unknown|unable|can(?:no| no|')t|stop\w*|paus\w*|suspend\w*|throttl\w*|slow\w*|maintenance|overload\w*|temporar\w*|reserved|premium|taken|held|on hold|restricted|(?:is|are) (?:rate.)?limited|too|much|enough|wrong|missing|unsupported|out of|not (?:served|answered|supported|allowed|permitted|authori[sz]ed|managed)|answered|unreachable|stale|outdated|cached?|partial\w*|incomplete|fallback|degraded|per (?:second|minute|hour|day|ip)|seconds|\d+ ?s(?:ec(?:ond)?)?|retry|reduced|sorry|however|although|not|remaining|left|required?|authenticat\w*|log ?in|captcha|demo|test|rebuil\w*|reload\w*|restor\w*|sync\w*|clos(?:ed|ing)|moved|retired|no longer|\w+ withheld$|hidden|attack|detected|ended|violat\w+|non-authoritative|saturated|in use|abuse$|your (?:ip|address|network|account|quer(?:y|ies)|requests?|connections?|access|host|client|on|use)|on (?:our|the|a) list)\b|: 0\b/i

/** What is said only in terms of use and notices. */
export const legal =
  /\b(?:terms|agree(?:ing|ment)?|copyright|rights reserved|lawful|unsolicited|advertising|solicitations?|disclaimer|warrant(?:y|ies)|guarantees?|accuracy|liab(?:le|ility)|prohibited|forbidden|permission|consent|purposes?|polic(?:y|ies)|privacy|redistribut\w*|reproduc\w*|repackag\w*|dissemination|harass|nuisance|authori[sz]ed to|high-?volume|offence|conditions of use|responsib\w*|informational|protected|gesch[üu]tzt\w*|interzis\w*|interdite|propiedad|t[eé]rminos|condiciones|prohibid[oa]|publicidad|conditions|droits|urheberrecht|zwecke|rettigheter|scopuri|drept\w*|proib\w*|finalidade)\b/i

const wordsOrStems = (stems: readonly string[]) =>
  new RegExp(`(?<!\\p{L})(?:${stems.join('|')})(?!\\p{L})`, 'iu')

/** "Limit", "too many", "later", "refused" in languages of terms other than English, and of East Africa. */
const foreignStems = [
  'l[ií]mites?|cuotas?|excedid\\w*|excedi[oó]|demasiad\\w*|intent[ae]\\w*|espere|m[aá]s tarde|bloquead\\w*|denegad\\w*|rechazad\\w*|temporalmente',
  'd[ée]pass\\p{L}*|trop|r[ée]essay\\w*|veuillez|plus tard|bloqu[ée]\\p{L}*|refus[ée]\\p{L}*|indisponible|momentan[ée]ment',
  '\\p{L}*kontingent\\w*|\\p{L}+limits?|[üu]e?berschr\\w*|zu (?:viele?|oft|h[äa]ufig)|warten|sp[äa]e?ter|gesperrt|abgelehnt|erneut|[üu]berlastet',
  'muit[ao]s|tente|aguarde|mais tarde|negad[oa]|recusad[oa]|superat\\w*|tropp[eio]|riprov\\w*|raggiunt\\w*',
  'dep[ăa][șşs]\\p{L}*|prea mult\\w*|a[șşs]tepta[țţt]i|blocat\\w*|refuz\\w*|\\w*limiet\\w*|overschr\\w*|te ?veel|bereikt|f[öo]r m[åa]nga|for mange',
  'kikomo|ukomo|kiwango|umezidi\\w*|umepita|baadaye|subiri|mengi mno|limitu|przekrocz\\p{L}*|zbyt wiele|a[şs][ıi]l\\p{L}*|doldu|[çc]ok fazla',
]
/** Further words of trouble in the languages of terms. */
export const foreignTrouble = wordsOrStems([
  'no (?:est[aá]|responde|permitid\\w*|disponible|se puede)|m[aá]xim\\w*|alcanz\\p{L}*|ating\\w*|mantenimiento|manutenção',
  'maximal\\w*|maximum|atteint\\w*|ferm[ée]\\p{L}*|panne|non (?:disponible|autoris[ée])|pas (?:de|autoris[ée]|disponible)|n’est pas disponible',
  'nicht (?:verf[üu]gbar|erlaubt|erreichbar|m[öo]glich)|keine?|erreicht|wartung|error|erreur|fehler|nu este|nem',
])
export const foreignLimits = wordsOrStems(foreignStems)
export const limits = wordsOrStems([
  'limits?|limited? (?:reached|exceeded|hit)|quotas?|quotum|exceed\\w*|throttl\\w*|denied|refused|blocked|banned',
  ...foreignStems,
])

const outright = [
  /\b(?:limit|quota|rate|allowance|threshold)s? (?:\S+ ){0,4}(?:exceeded|reached|surpassed|hit|exhausted)\b/i,
  /\b(?:exceeded|reached|surpassed|used up|exhausted|over) (?:\S+ ){0,5}(?:limit|quota|allowance|threshold|maximum)\b/i,
  /\btoo (?:many|much|fast|often|frequent(?:ly)?)\b/i,
  /\b(?:you|your|ip|client|host|queries|requests|lookups|connections?|network)\b.{0,50}\b(?:has|have|is|are|was|were) (?:been |now |currently |temporarily |being )*(?:blocked|banned|black-?listed|denied|refused|throttled|suspended|paused|stopped|rate-?limited|delayed|dropped|ignored)\b/i,
  /\b(?:try|retry|query|check|come back|call|ask) (?:\S+ ){0,3}(?:again|later|tomorrow)\b|\bslow down\b|\bgo away\b|\bplease wait\b|\bcalm down\b/i,
  /\b(?:suspended|paused|blocked|throttled|denied|stopped) (?:for|to|from) (?:you|your|this)\b/i,
  /\b(?:temporarily|currently|momentarily) (?:\S+ ){0,3}(?:unavailable|down|offline|disabled|overloaded|suspended|paused|limited)\b/i,
]
export const conditional =
  /\b(?:if|may|might|whether|should|unless|will|would|in case|where|when|result in|reserves?|agree|not to)\b/i

/** Says that this question was not answered. What terms say would happen is none. */
export const refusesOutright = (clause: string) =>
  !conditional.test(clause) && outright.some((one) => one.test(clause.replace(usual, ' ')))
