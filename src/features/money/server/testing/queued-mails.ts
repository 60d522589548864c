import type { Person, Shop } from '../../../../app/testing/shop.ts'

/** Keeps the data of the mails that are queued from now on. The mail worker deletes it from the queue once it has sent them. */
export async function keepMails(shop: Shop): Promise<void> {
  await shop.sql(`create table queued_mails (id uuid, user_id uuid, kind text, data jsonb)`)
  await shop.sql(`create function keep_mail() returns trigger language plpgsql security definer as $$
    begin
      insert into public.queued_mails values (new.id, new.user_id, new.kind, new.data);
      return null;
    end $$`)
  await shop.sql(`create trigger keep_mail after insert on mails for each row execute function keep_mail()`)
}

/** The data of a person's mails of one kind, in the order in which they were queued. */
export const queuedMails = async (shop: Shop, person: Person, kind: string) =>
  (
    await shop.sql(`select data from queued_mails where user_id = $1 and kind = $2 order by id`, [
      person.id,
      kind,
    ])
  ).map(({ data }) => data)
