import { m } from '../../../paraglide/messages.js'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName } from '../../products/products.ts'
import type { Stage } from '../../products/life-cycle.ts'
import { type Action, actions, entities, type Entity } from '../actions.ts'

type Sentence = (parts: { who: string; what: string }) => string

/** A review as what it led to. */
const reviews: Record<Stage, Sentence> = {
  asked: m.audit_did_stage_asked,
  offered: m.audit_did_stage_offered,
  suggested: m.audit_did_stage_suggested,
  rejected: m.audit_did_stage_rejected,
  active: m.audit_did_stage_active,
}

/** The sentence of an entry. Undefined for an action that another version has logged. */
export function sentenceOf(entry: {
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  subject: { kind: string | null } | null
}): Sentence | undefined {
  const { action, before, after, subject } = entry
  if (action === 'request.reviewed' && subject?.kind && after?.['status'] !== before?.['status']) {
    const stages: Record<string, Stage> | undefined = productFacts[subject.kind as ProductName]?.stages
    const stage = stages?.[String(after?.['status'])]
    if (stage) return reviews[stage]
  }
  return isAction(action) ? actions[action].sentence : undefined
}

const isAction = (code: string): code is Action => Object.hasOwn(actions, code)

// Characters of the private use area, which no name has.
export const WHO = '\uE000'
export const WHAT = '\uE001'

/**
 * The label of an action: its sentence without who did it, about a name, or about any row. An action that another version
 * has logged is shown as it is.
 */
export function actionLabel(code: string, name?: string): string {
  if (!isAction(code)) return code
  const { entities: kinds, sentence } = actions[code]
  const words = kinds.length === 1 ? entities[kinds[0]!] : undefined
  const label = sentence({ who: WHO, what: words?.noun({ name: WHAT }) ?? WHAT })
    // English and active sentences begin with who did it, passive ones of Swahili have it after `na`.
    .replace(new RegExp(`^${WHO} | na ${WHO}`), '')
    .replace(WHO, '…')
    .replace(WHAT, name ?? words?.any() ?? '…')
  return name && label.startsWith(name) ? label : label[0]!.toUpperCase() + label.slice(1)
}

/** The label of an entity, or its code if another version has logged it. */
export const entityLabel = (code: string): string =>
  Object.hasOwn(entities, code) ? entities[code as Entity].label() : code
