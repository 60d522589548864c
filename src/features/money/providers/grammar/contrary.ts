import type { Language } from '../kind.ts'

/** How each language says something that doesn't stand in a message about money that came in. */
type Words = Partial<Record<Language, RegExp>>

const takenBack: Words = {
  en: /revers(?!e wrong transactions? by forward)|refund|cancell|failed|expired|not (?:yet )?collected|unclaimed|sent back|recovered|please return|\bthe (?:transaction|transfer) (?:of # )?received/,
  sw: /(?:i|u|ki|ya|li|zi|a)merudish|kurudishwa|itarudish|utarudish|imeshindikana|tafadhali rudisha/,
  fr: /rembours|retourn[ée]|annul[ée]e?(?![a-zà-ÿ])|annulation|extourn|expiré|veuillez (?:retourner|renvoyer|rendre)/,
  rw: /(?:ya|a|bya|za)?subijwe|gusubizwa|yahagaritswe/,
}

const notYet: Words = {
  en: /pending|wait for|on hold|awaiting|not yet|disput|under (?:review|investigation|verification)|\bfrozen|withheld|\b(?:is|are|been|being|was|were|funds?|amount|money) (?:held|blocked|suspended)\b|provisional|unconfirmed|\bsubject to (?:clear|verif|confirm|review|approv|collect)|\bunclear(?:ed|ing)?\b|\buncollected|\bnot (?:cleared|final)\b|\bwill be (?:available|released|cleared|verified)|\bavailable (?:(?:on|from|by|in) \d|after|tomorrow)|\bvalid (?:for|until)/,
  sw: /tafadhali subiri|haija|(?:i|u|zi|ya|ki|li)me(?:zuiwa|shikiliwa|simamishwa|sitishwa)|(?:i|u|zi|ya|ki|li)ta(?:patikana|onekana)|(?:i|u|zi|ya|ki|li)(?:ta|na)(?:hakikiwa|thibitishwa)|\buhakiki|i(?:na|ta|li)yosubiri|\b(?:i|zi|ya|ki|u)nasubiri/,
  fr: /en attente|en cours de (?:traitement|v[ée]rif|valid|confirm|compensation)|non (?:encore )?(?:confirm|disponible|vers[ée]|valid)|[àa] confirmer|sous r[ée]serve|(?:montant|fonds|argent|somme)s? (?:est |sont |a été |ont été )?(?:bloqu|gel)[ée]|suspendu|provisoire|contest[ée]|litige|\bser(?:a|ont) (?:disponible|v[ée]rifi|confirm|d[ée]bloqu)|promesse/,
  rw: /\b(?:bi|i|bu|zi|a)(?:ra|bi)?tegere[jz]|kwemezwa/,
}

const mistaken: Words = {
  en: /\bin error|by mistake|mistaken|erroneous/,
  sw: /makosa|\bkwa kosa\b|kwa bahati mbaya/,
  fr: /par erreur|une erreur|erron[ée]/,
  rw: /\bku makosa|ibeshy/,
}

/** What says that no payment has come in for good: it is taken back, not there yet, or sent by mistake. */
export const contrary: RegExp = new RegExp(
  [takenBack, notYet, mistaken]
    .flatMap((words) => Object.values(words).map(({ source }) => source))
    .join('|'),
  'i',
)

/** What the receiver has to do before there is money. */
export const conditional: RegExp = new RegExp(
  Object.values({
    en: /\b(?:enter|click|press|reply|call|tap|text|send) (?:[^.!]|\.(?=\S)){0,60}\bto (?:accept|claim|release|unlock|collect|receive|get it)\b/,
    sw: /\b(?:weka|bonyeza|ingiza|piga|tuma) [^.!]{0,50}\bku(?:kubali|pokea|thibitisha|dai|fungua)\b/,
    fr: /\b(?:tapez|composez|entrez|saisissez|cliquez|appuyez|r[ée]pondez|appelez|envoyez) [^.!]{0,60}\bpour (?:l')?(?:accepter|recevoir|r[ée]clamer|d[ée]bloquer|encaisser)/,
    rw: /\b(?:kanda|andika|ohereza) [^.!]{0,60}\b(?:kugira ngo (?:wemeze|wakire)|kwemeza|kwakira)\b/,
  } satisfies Words)
    .map(({ source }) => source)
    .join('|'),
)
