import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { papersApi } from './api.ts'
import { enteredText, TaxDialog } from './TaxDialog.tsx'

/** The button and dialog for the tax authority's receipt of an amount due, and for tax that was withheld from it. */
export function ChargeTax({ charge }: { charge: string }) {
  const client = useQueryClient()
  const options = papersApi.showChargeTax.queryOptions({ input: { id: charge } })
  const { data } = useQuery(options)
  const saving = useMutation({
    mutationFn: (entered: FormData) =>
      papersApi.setChargeTax.call({
        id: charge,
        fiscal_code: enteredText(entered, 'code'),
        fiscal_link: enteredText(entered, 'link'),
        withheld: Number(enteredText(entered, 'withheld')?.replace(',', '.')) || null,
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
      onSave={(entered) => saving.mutateAsync(entered)}
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
