import { m } from '../../../paraglide/messages.js'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { Button } from '../../../kit/Button.tsx'
import { PasswordField, Select, TextArea, TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { accountNeeds, type DriverName, driverNames } from '../drivers.ts'
import { accountFailure } from './account-failure.ts'
import { type Account, registrarsApi } from './fulfilment.api.ts'
import { credentialLabels, driverLabels } from './driver-labels.ts'

interface AccountDialogProps {
  /** The account to edit, or `new`. The dialog is closed without one. */
  edited: Account | 'new' | undefined
  onClose: () => void
}

/** The form of a new account at a registrar or of an existing one. */
export function AccountDialog({ edited, onClose }: AccountDialogProps) {
  const isNew = edited === 'new'
  return (
    <Dialog
      open={edited !== undefined}
      onClose={onClose}
      title={isNew ? m.fulfil_add_account() : m.fulfil_edit_account()}
      isWide
    >
      {edited ? <AccountForm account={isNew ? undefined : edited} onClose={onClose} /> : null}
    </Dialog>
  )
}

const listOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^\./, ''))
    .filter(Boolean)

/** The address of a registrar that has the same one for everybody, in place of that of another; else what was entered. */
function addressFor(driver: DriverName, entered: string): string {
  const fixed = Object.values(accountNeeds).filter((needs) => needs?.isFixed)
  const isOwn = entered.trim() !== '' && !fixed.some((needs) => needs?.address === entered)
  if (isOwn) return entered
  const needs = accountNeeds[driver]
  return needs?.isFixed ? needs.address : ''
}

function AccountForm({ account, onClose }: { account: Account | undefined; onClose: () => void }) {
  const shop = readOffers(usePageData())
  const form = useStateForm({
    start: {
      driver: account?.driver ?? ('domains-reseller' as DriverName),
      name: account?.name ?? '',
      base_url: account?.base_url ?? '',
      username: account?.username ?? '',
      key: '',
      currency: account?.currency ?? shop.currency,
      endings: account?.endings.join(', ') ?? '',
      renew_unpaid: account?.renew_unpaid.join(', ') ?? '',
      nameservers: account?.nameservers.join(', ') ?? '',
      address: account?.contact?.address ?? '',
      city: account?.contact?.city ?? '',
      state: account?.contact?.state ?? '',
      postcode: account?.contact?.postcode ?? '',
      low_balance: account?.low_balance == null ? '' : String(account.low_balance),
    },
    problemsOf(values) {
      const needs = accountNeeds[values.driver]
      const isCalled = needs !== null
      const labels = credentialLabels[values.driver]
      // The stored key goes to nobody but the registrar for whom it was typed.
      const isOther =
        !account ||
        values.base_url.trim() !== (account.base_url ?? '') ||
        values.username.trim() !== (account.username ?? '')
      return {
        name: !values.name.trim() && m.fulfil_name_needed(),
        base_url: isCalled && !/^https?:\/\/\S+$/i.test(values.base_url.trim()) && m.webhooks_url_invalid(),
        username: needs?.username === true && !values.username.trim() && labels.usernameNeeded(),
        key: isCalled && isOther && !values.key.trim() && labels.keyNeeded(),
        currency: !/^[A-Z]{3}$/.test(values.currency.trim().toUpperCase()) && m.fulfil_currency_needed(),
        low_balance:
          values.low_balance !== '' && !(Number(values.low_balance) >= 0) && m.fulfil_amount_needed(),
        address:
          isCalled &&
          !(values.address && values.city && values.state && values.postcode) &&
          m.fulfil_address_needed(),
      }
    },
    send(values) {
      const isCalled = accountNeeds[values.driver] !== null
      const common = {
        name: values.name.trim(),
        base_url: isCalled ? values.base_url.trim() : null,
        currency: values.currency.trim().toUpperCase(),
        endings: listOf(values.endings),
        renew_unpaid: listOf(values.renew_unpaid),
        nameservers: listOf(values.nameservers),
        contact: isCalled
          ? {
              address: values.address.trim(),
              city: values.city.trim(),
              state: values.state.trim(),
              postcode: values.postcode.trim(),
            }
          : null,
        low_balance: values.low_balance === '' ? null : Number(values.low_balance),
        ...(values.key.trim() && {
          credentials: {
            key: values.key.trim(),
            ...(values.username.trim() && { username: values.username.trim() }),
          },
        }),
      }
      return account
        ? registrarsApi.change.call({ id: account.id, version: account.version, ...common })
        : registrarsApi.create.call({ driver: values.driver, ...common })
    },
    onDone: onClose,
    failure: accountFailure,
    stale: [registrarsApi.list.key()],
  })
  const { driver } = form.values
  const needs = accountNeeds[driver]
  const labels = credentialLabels[driver]
  return (
    <form noValidate className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2" onSubmit={form.submit}>
      <p className="text-muted sm:col-span-2">
        {needs ? m.fulfil_account_about() : m.fulfil_account_manual_about()}
      </p>
      {account ? null : (
        <Select
          label={m.fulfil_driver()}
          value={driver}
          onChange={({ target }) => {
            const chosen = target.value as DriverName
            form.set({ driver: chosen, base_url: addressFor(chosen, form.values.base_url) })
          }}
          options={driverNames.map((value) => ({ value, label: driverLabels[value]() }))}
        />
      )}
      <TextField
        label={m.common_name()}
        maxLength={100}
        autoComplete="off"
        className={account && 'sm:col-span-2'}
        {...form.field('name')}
      />
      {needs ? (
        <>
          <TextField
            label={m.fulfil_base_url()}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={needs.address}
            className={needs.username ? 'sm:col-span-2' : undefined}
            {...form.field('base_url')}
          />
          {needs.username ? (
            <TextField
              label={labels.username()}
              autoComplete="off"
              spellCheck={false}
              {...form.field('username')}
            />
          ) : null}
          <PasswordField
            label={labels.key()}
            description={account ? m.fulfil_key_kept() : undefined}
            autoComplete="off"
            {...form.field('key')}
          />
        </>
      ) : null}
      <TextField label={m.common_currency()} maxLength={3} autoComplete="off" {...form.field('currency')} />
      {needs ? (
        <TextField
          label={m.fulfil_low_balance()}
          optional
          inputMode="decimal"
          autoComplete="off"
          {...form.field('low_balance')}
        />
      ) : null}
      <TextArea
        label={m.fulfil_endings()}
        description={m.fulfil_endings_about()}
        rows={2}
        spellCheck={false}
        {...form.field('endings')}
      />
      {needs ? (
        <>
          <TextField
            label={m.fulfil_renew_unpaid()}
            description={m.fulfil_renew_unpaid_about()}
            optional
            autoComplete="off"
            spellCheck={false}
            {...form.field('renew_unpaid')}
          />
          <TextField
            label={m.fulfil_nameservers()}
            description={m.fulfil_nameservers_about()}
            autoComplete="off"
            spellCheck={false}
            placeholder="ns1.example.com, ns2.example.com"
            className="sm:col-span-2"
            {...form.field('nameservers')}
          />
          <fieldset className="flex flex-col gap-4 border-t border-line pt-4 sm:col-span-2">
            <legend className="float-left w-full font-bold">{m.fulfil_part_address()}</legend>
            <p className="-mt-3 text-sm text-muted">{m.fulfil_address_about()}</p>
            <TextField label={m.common_address()} autoComplete="off" {...form.field('address')} />
            <div className="grid gap-4 sm:grid-cols-3">
              <TextField label={m.fulfil_city()} autoComplete="off" {...form.field('city')} />
              <TextField label={m.fulfil_region()} autoComplete="off" {...form.field('state')} />
              <TextField label={m.fulfil_postcode()} autoComplete="off" {...form.field('postcode')} />
            </div>
          </fieldset>
        </>
      ) : null}
      {form.failure ? (
        <Notice tone="error" className="sm:col-span-2">
          {form.failure}
        </Notice>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
        <Button variant="secondary" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        <Button type="submit" busy={form.busy}>
          {needs ? m.fulfil_save_account() : m.common_save()}
        </Button>
      </div>
    </form>
  )
}
