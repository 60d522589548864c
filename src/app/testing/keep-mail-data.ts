import type { Shop } from './shop.ts'

/** Keeps the data of each mail that is sent. The program empties it then, at a moment that no test can know. */
export const keepMailData = ({ sql }: Shop) =>
  sql(`
    create function keep_mail_data() returns trigger language plpgsql as $$
    begin
      new.data = coalesce(new.data, old.data);
      return new;
    end $$;
    create trigger keep_mail_data before update on mails for each row execute function keep_mail_data()`)
