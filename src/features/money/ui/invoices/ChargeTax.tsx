import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { amountTyped } from '../../amounts.ts'
import { papersApi } from './api.ts'
import { enteredText, TaxDialog } from './TaxDialog.tsx'

/** The withheld amount as a decimal number. Null where none is entered, undefined where it is none. */
function withheldIn(entered: FormData): number | null | undefined {
  const typed = enteredText(entered, 'withheld')
  return typed === null ? null : amountTyped(typed)
}

/** The button and dialog for the tax authority's receipt of an amount due, and for tax that was withheld from it. */
export function ChargeTax({ charge }: { charge: string }) {
  const client = useQueryClient()
  const options = papersApi.showChargeTax.queryOptions({ input: { id: charge } })
  const { data } = useQuery(options)
  const [isUnclear, setUnclear] = useState(false)
  const saving = useMutation({
    mutationFn: (entered: FormData) =>
      papersApi.setChargeTax.call({
        id: charge,
        fiscal_code: enteredText(entered, 'code'),
        fiscal_link: enteredText(entered, 'link'),
        withheld: withheldIn(entered) || null,
        certificate: enteredText(entered, 'certificate'),
        version: data?.version ?? 0,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: papersApi.key() }),
  })
  if (!data) return null
  return (
    <TaxDialog
      label={m.papers_charge_tax()}
      description={m.papers_charge_tax_about()}
      saving={saving}
      onSave={(entered) => {
        const isClear = withheldIn(entered) !== undefined
        setUnclear(!isClear)
        return isClear ? saving.mutateAsync(entered) : Promise.reject(new Error('The amount is unclear.'))
      }}
    >
      {() => (
        <>
          <TextField
            label={m.papers_fiscal_code()}
            name="code"
            optional
            maxLength={200}
            defaultValue={data.fiscal_code ?? ''}
          />
          <TextField
            label={m.papers_fiscal_link()}
            name="link"
            type="url"
            optional
            maxLength={500}
            placeholder="https://"
            defaultValue={data.fiscal_link ?? ''}
          />
          <TextField
            label={m.papers_withheld()}
            name="withheld"
            inputMode="decimal"
            optional
            defaultValue={data.withheld ?? ''}
            error={isUnclear ? m.payments_amount_unclear() : undefined}
          />
          <TextField
            label={m.papers_withheld_certificate()}
            name="certificate"
            optional
            maxLength={100}
            defaultValue={data.certificate ?? ''}
          />
        </>
      )}
    </TaxDialog>
  )
}
