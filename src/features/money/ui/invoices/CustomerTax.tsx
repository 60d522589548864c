import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { invoicesApi } from './invoices.api.ts'
import { TaxDialog, textOrNull } from './TaxDialog.tsx'

/** The button and dialog for a customer's tax number and exemption from VAT. */
export function CustomerTax({ profile }: { profile: string }) {
  const options = invoicesApi.showCustomerTax.queryOptions({ input: { profile } })
  const { data } = useQuery(options)
  if (!data) return null
  return (
    <TaxDialog
      label={m.invoices_customer_tax()}
      description={m.invoices_customer_tax_about()}
      values={{ tin: data.tin ?? '', vat_exempt: data.vat_exempt, exemption: data.exemption ?? '' }}
      send={({ tin, vat_exempt, exemption }) =>
        invoicesApi.setCustomerTax.call({
          profile,
          tin: textOrNull(tin),
          vat_exempt,
          exemption: textOrNull(exemption),
          version: data.version,
        })
      }
      stale={[options.queryKey]}
    >
      {({ values, set, field }) => (
        <>
          <TextField label={m.invoices_customer_tin()} optional maxLength={40} {...field('tin')} />
          <label className="flex touch items-center gap-2 text-sm font-semibold">
            <input
              type="checkbox"
              className="size-4 accent-primary"
              checked={values.vat_exempt}
              onChange={({ target }) => set({ vat_exempt: target.checked })}
            />
            {m.invoices_exempt()}
          </label>
          <TextField label={m.invoices_exemption()} optional maxLength={100} {...field('exemption')} />
        </>
      )}
    </TaxDialog>
  )
}
