import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { papersApi } from './api.ts'
import { enteredText, TaxDialog } from './TaxDialog.tsx'

/** The button and dialog for a customer's tax number and exemption from VAT. */
export function CustomerTax({ profile }: { profile: string }) {
  const client = useQueryClient()
  const options = papersApi.showCustomerTax.queryOptions({ input: { profile } })
  const { data } = useQuery(options)
  const saving = useMutation({
    mutationFn: (entered: FormData) =>
      papersApi.setCustomerTax.call({
        profile,
        tin: enteredText(entered, 'tin'),
        vat_exempt: entered.get('exempt') === 'on',
        exemption: enteredText(entered, 'exemption'),
        version: data?.version ?? 0,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  })
  if (!data) return null
  return (
    <TaxDialog
      label={m.papers_customer_tax()}
      description={m.papers_customer_tax_about()}
      saving={saving}
      onSave={(entered) => saving.mutateAsync(entered)}
    >
      {() => (
        <>
          <TextField
            label={m.papers_customer_tin()}
            name="tin"
            optional
            maxLength={40}
            defaultValue={data.tin ?? ''}
          />
          <label className="flex touch items-center gap-2 text-sm font-semibold">
            <input
              type="checkbox"
              name="exempt"
              defaultChecked={data.vat_exempt}
              className="size-4 accent-primary"
            />
            {m.papers_exempt()}
          </label>
          <TextField
            label={m.papers_exemption()}
            name="exemption"
            optional
            maxLength={100}
            defaultValue={data.exemption ?? ''}
          />
        </>
      )}
    </TaxDialog>
  )
}
