import { m } from '../../../paraglide/messages.js'
import type { Slot, TemplatePart } from '../message-templates.ts'

const slotLabels: Record<Slot, () => string> = {
  amount: m.template_slot_amount,
  balance: m.template_slot_balance,
  fee: m.template_slot_fee,
  code: m.template_slot_code,
  name: m.template_slot_name,
  phone: m.template_slot_phone,
  reference: m.template_slot_reference,
  date: m.template_slot_date,
  clock: m.template_slot_clock,
  number: m.template_slot_number,
  'other-date': m.template_slot_other_date,
  'other-clock': m.template_slot_other_clock,
}

/** How messages of a sender are made: the words of the bank as they stand, and what each slot holds. */
export const TemplateText = ({ parts }: { parts: readonly TemplatePart[] }) => (
  <blockquote className="rounded-control bg-well px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
    {parts.map((part, at) =>
      'text' in part ? (
        part.text
      ) : (
        <b
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one template don't move
          key={at}
          className="rounded-control bg-suggested-ground px-1 font-sans font-semibold whitespace-nowrap text-suggested"
        >
          {slotLabels[part.slot]()}
        </b>
      ),
    )}
  </blockquote>
)
